"""Hints: what a bot would do in this seat and why, what the rules allow, and what each contract still needs.

A hint is made from the view of the player who asks, so it tells nothing that this player may not know.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots import Advice, Cause, advise
from games.engine import PLAYERS, Action, AnswerClaim, Bid, BiddingStyle, HandId, Peek, Phase, Play, Player, Suit, View
from games.presenters.thoughts import reason_sentence
from games.presenters.words import Names, listing, suit_name, the_card

from .reasons import reason

SEED: Final = 0
"""Fixed, so that the same question always gets the same hint."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What a bot would do, why, what the rules allow now, and what each contract and nil still needs."""

    choice: str
    reason: str
    allowed: str
    needs: tuple[str, ...]


def hint(view: View, names: Names) -> Hint | None:
    """Return a hint for the viewer, None if the deal does not wait for the viewer."""
    if view.viewer is None or view.viewer not in view.waiting:
        return None
    advice = advise(view, Random(SEED))
    return Hint(_choice(advice.action, names), _why(view, advice, names), _allowed(view), tuple(_needs(view, names)))


def _why(view: View, advice: Advice, names: Names) -> str:
    """Return the reason found by the search, or the general one if it found none; for a bid both."""
    general = reason(view, advice.action)
    if advice.reason is None or advice.reason.cause in (Cause.NO_DIFFERENCE, Cause.ONLY_BID):
        return general
    found = reason_sentence(advice.reason, names)
    return f"{general} {found}" if isinstance(advice.action, Bid) else found


def _choice(action: Action, names: Names) -> str:
    match action:
        case Peek(places=places):
            count = len(places)
            return ngettext("A bot would pick any %(count)d card.", "A bot would pick any %(count)d cards.", count) % {
                "count": count
            }
        case Bid(tricks=tricks, nils=nils):
            return _bid_choice(tricks, [names.nil_on(hand, action.player) for hand in sorted(nils)])
        case Play(card=card):
            return _("A bot would play %(card)s.") % {"card": the_card(card)}
        case AnswerClaim(accept=True):
            return _("A bot would accept.")
        case _:
            return _("A bot would play on.")


def _bid_choice(tricks: int, hands: list[str]) -> str:
    if not hands:
        return _("A bot would bid %(count)d.") % {"count": tricks}
    return _("A bot would bid %(count)d, nil on %(hands)s.") % {"count": tricks, "hands": listing(hands)}


def _allowed(view: View) -> str:
    if view.may_answer_claim:
        return _("You may accept the claim or refuse it. Refused, the play goes on.")
    match view.phase:
        case Phase.PEEKING:
            return _("Any of the cards still face down. They lie in no order, so none is better than another.")
        case Phase.BIDDING:
            return _bids_allowed(view.rules.bidding)
    return _cards_allowed(view)


def _bids_allowed(style: BiddingStyle) -> str:
    return {
        BiddingStyle.STANDARD: _("Any number from 0 to 13, and a nil on any of the four hands."),
        BiddingStyle.SUICIDE: _("At least 4, with a nil either on your hand or on your partner’s."),
        BiddingStyle.MIRROR: _("Only the number of your spades, or nil if you have none."),
        BiddingStyle.WHIZ: _("The number of your spades, or nil."),
    }[style]


def _cards_allowed(view: View) -> str:
    if not view.trick:
        return _leads_allowed(view)
    led = view.trick[0].card.suit
    if view.playable[0].suit is led and all(card.suit is led for card in view.playable):
        return _("Only %(suit)s: that suit was led, and this hand has to follow it.") % {"suit": suit_name(led)}
    return _("Any card: this hand has no %(suit)s left. A spade trumps.") % {"suit": suit_name(led)}


def _leads_allowed(view: View) -> str:
    if view.broken:
        return _("Any card, spades too: one has been played to a trick.")
    if all(card.suit is Suit.SPADES for card in view.playable):
        return _("Spades: this hand has nothing else.")
    return _("Any card but spades: none has been played to a trick yet.")


def _needs(view: View, names: Names) -> Iterator[str]:
    """Yield a sentence for each contract and each nil."""
    if view.declarer is None:
        return
    left = 13 - len(view.tricks)
    for player in PLAYERS:
        contract = view.contracts[player]
        if contract is not None:
            yield _contract_needs(player, contract, contract - view.side_tricks[player], left, names)
        for hand in view.nils[player]:
            yield _nil_needs(view, hand, names)


def _contract_needs(player: Player, contract: int, missing: int, left: int, names: Names) -> str:
    facts = {"contract": contract, "count": missing, "left": left}
    if missing <= 0:
        you, about = _("Your %(contract)d is made."), _("%(name)s has made %(contract)d.")
    elif missing > left:
        you, about = _("Your %(contract)d can’t be made any more."), _("%(name)s can’t make %(contract)d any more.")
    else:
        you = ngettext(
            "You need the last trick for your %(contract)d.",
            "You need %(count)d of the %(left)d tricks left for your %(contract)d.",
            left,
        )
        about = ngettext(
            "%(name)s needs the last trick for %(contract)d.",
            "%(name)s needs %(count)d of the %(left)d tricks left for %(contract)d.",
            left,
        )
    return names.say(player, you, about, **facts)


def _nil_needs(view: View, hand: HandId, names: Names) -> str:
    template = _("The nil on %(hand)s has failed.") if view.taken[hand] else _("The nil on %(hand)s still stands.")
    return template % {"hand": names.hand(hand)}
