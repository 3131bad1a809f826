"""Hints: what a bot would do in this seat and why, what the rules allow, and what each contract still needs.

A hint is made from the view of the player who asks, so it reveals nothing that this player may not know.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from games import engine
from games.bots import Cause, advise
from games.bots.bidding import hand_tricks
from games.bots.claims import saves_nil
from games.engine import PLAYERS, Action, Bid, Card, Play, Suit, View
from games.play import thinking_pool
from games.play.thinking_pool import Purpose
from games.words.names import Names, suit_name, the_card
from games.words.reasons import reason_sentence


class HintedBid(NamedTuple):
    """A bid that can be made at once: what the button says, and the values of the form's fields."""

    words: str
    tricks: int
    nils: tuple[str, ...]


class Hint(NamedTuple):
    """What a bot would do, why, what the rules allow now, and what each contract and nil still needs.

    `card` is the code of the card a bot would play, "" if it would do something else; `bid` are the fields of its bid.
    """

    choice: str
    reason: str
    allowed: str
    needs: tuple[str, ...]
    card: str = ""
    bid: HintedBid | None = None


def hint(view: View, names: Names) -> Hint | None:
    """Return a hint for the viewer, None if the deal does not wait for the viewer.

    The reason is the one found by the search, or a general one if it found none; for a bid both.
    """
    if view.viewer is None or view.viewer not in view.waiting:
        return None
    advice = thinking_pool.wait_for(Purpose.TABLE, partial(advise, view))
    choice, reason = _choice(view, advice.action, names)
    is_general = advice.reason is not None and advice.reason.cause in (Cause.NO_DIFFERENCE, Cause.ONLY_BID)
    if advice.reason is not None and not (is_general and reason):
        sentence = reason_sentence(advice.reason, names)
        reason = f"{reason} {sentence}" if isinstance(advice.action, Bid) else sentence
    card = str(advice.action.card) if isinstance(advice.action, Play) else ""
    bid = _bid(advice.action, names) if isinstance(advice.action, Bid) else None
    return Hint(choice, reason, _allowed(view), tuple(_needs(view, names)), card, bid)


def _bid(bid: Bid, names: Names) -> HintedBid:
    words = _("Bid %(count)d, nil on %(hands)s") if bid.nils else _("Bid %(count)d")
    facts = {"count": bid.tricks, "hands": names.nils_on(bid.nils, bid.player)}
    return HintedBid(words % facts, bid.tricks, tuple(engine.HAND_NAMES[hand] for hand in sorted(bid.nils)))


def reason(view: View, move: Bid | Card) -> str:
    """Return a general reason for a bid or a card of the viewer, "" if there is none for this card."""
    return _why_bid(view, move) if isinstance(move, Bid) else _why_card(view, move)


def _choice(view: View, action: Action, names: Names) -> tuple[str, str]:
    """Return what a bot would do, and a general reason for it."""
    match action:
        case engine.Peek(places=places):
            text = ngettext(
                "A bot would pick any %(count)d card.", "A bot would pick any %(count)d cards.", len(places)
            )
            why = _("What you know of the dummy tells you whether to bid for it.")
            return text % {"count": len(places)}, why
        case Bid(tricks=tricks, nils=nils):
            text = _("A bot would bid %(count)d, nil on %(hands)s.") if nils else _("A bot would bid %(count)d.")
            return text % {"count": tricks, "hands": names.nils_on(nils, action.player)}, _why_bid(view, action)
        case Play(card=card):
            return _("A bot would play %(card)s.") % {"card": the_card(card)}, _why_card(view, card)
        case engine.AnswerClaim(accept=accept):
            return _("A bot would accept.") if accept else _("A bot would play on."), _why_answer(view, action)
    raise AssertionError(f"no hint is to do {action}")


def _why_answer(view: View, answer: engine.AnswerClaim) -> str:
    accept, of_all = answer.accept, view.claim is not None and view.claim.tricks is None
    if accept and of_all:
        return _("Wherever the other cards are, the hand shown takes every trick that is left.")
    if accept:
        return _("Wherever the other cards are, your side can’t take more tricks than this claim leaves it.")
    if of_all:
        return _("The hand shown might not take every trick that is left.")
    if saves_nil(view, answer.player):
        return _("A nil of the other side could still fail, but this claim makes it succeed.")
    return _("Your side might take more tricks than this claim leaves it, or these tricks are bags.")


def _why_bid(view: View, bid: Bid) -> str:
    if view.rules.bidding is engine.BiddingStyle.MIRROR:
        return _("There is nothing to choose: the spades are counted.")
    if bid.player in bid.nils:
        return _("Your cards are low enough to take no trick at all, with some luck.")
    worth = round(hand_tricks(view.hand or ()))
    text = ngettext(
        "Your hand is worth about %(count)d trick; the rest is what a partner may add.",
        "Your hand is worth about %(count)d tricks; the rest is what a partner may add.",
        worth,
    )
    return text % {"count": worth}


def _why_card(view: View, card: Card) -> str:
    """Return what speaks for one of several cards; where there is only one, the search gives the reason."""
    assert view.to_play is not None, "there is a card to play"
    assert view.declarer is not None, "there are tricks only after the bidding"
    if not view.trick:
        return _why_lead(view, card)
    if engine.winner((*view.trick, engine.CardPlayed(view.to_play, card))) == view.to_play:
        return _why_win(view, card)
    if engine.winner(view.trick) == engine.partner(view.to_play, view.declarer):
        return _("Your own side is winning the trick, so a card you can spare will do.")
    return _("The trick is better left to the others: this card is the one you can spare.")


def _why_lead(view: View, card: Card) -> str:
    known = {*(view.hand or ()), *(played.card for trick in view.tricks for played in trick.cards)}
    if view.viewer == view.declarer:
        known.update(view.dummy or ())
    if not any(other.suit is card.suit and other.rank > card.rank for other in set(engine.DECK) - known):
        return _("No higher card of its suit is out any more, so only a trump can beat it.")
    if card.suit is Suit.SPADES:
        return _("It draws trumps from the other hands.")
    of_suit = sorted(other.rank for other in view.playable if other.suit is card.suit)
    is_lowest = len(of_suit) > 1 and card.rank == of_suit[0]
    return _("It costs little, and leaves the higher cards for later.") if is_lowest else ""


def _why_win(view: View, card: Card) -> str:
    trumped = card.suit is Suit.SPADES and view.trick[0].card.suit is not Suit.SPADES
    if len(view.trick) == 3:
        return _("A trump wins the trick.") if trumped else _("It wins the trick, and no higher card is needed.")
    leads = _("It takes the lead in the trick; the next hand has to beat it.")
    return _("A trump takes the lead in the trick.") if trumped else leads


def _allowed(view: View) -> str:
    if view.may_answer_claim:
        return _("You may accept the claim or refuse it. If you refuse, the play goes on.")
    if view.phase is engine.Phase.PEEKING:
        return _("Any of the cards still face down. They lie in no order, so none is better than another.")
    if view.phase is engine.Phase.BIDDING:
        return {
            engine.BiddingStyle.STANDARD: _("Any number from 0 to 13, and a nil on any of the four hands."),
            engine.BiddingStyle.SUICIDE: _("At least 4, with a nil either on your hand or on your partner’s."),
            engine.BiddingStyle.MIRROR: _("Only the number of your spades, or nil if you have none."),
            engine.BiddingStyle.WHIZ: _("The number of your spades, or nil."),
        }[view.rules.bidding]
    return _cards_allowed(view)


def _cards_allowed(view: View) -> str:
    suits = {card.suit for card in view.playable}
    if view.trick:
        led = view.trick[0].card.suit
        follow = _("Only %(suit)s: that suit was led, and this hand has to follow it.")
        discard = _("Any card: this hand has no %(suit)s left. A spade trumps.")
        return (follow if suits == {led} else discard) % {"suit": suit_name(led)}
    if view.broken:
        return _("Any card, spades too: one has been played to a trick.")
    if suits == {Suit.SPADES}:
        return _("Spades: this hand has nothing else.")
    return _("Any card but spades: none has been played to a trick yet.")


def _needs(view: View, names: Names) -> Iterator[str]:
    if view.declarer is None:
        return
    for player in PLAYERS:
        contract = view.contracts[player]
        if contract is not None:
            missing, left = contract - view.side_tricks[player], 13 - len(view.tricks)
            you, about = _contract_needs(missing, left)
            yield names.say(player, you, about, contract=contract, count=missing, left=left)
        for hand in view.nils[player]:
            failed = view.taken[hand] > 0
            template = _("The nil on %(hand)s has failed.") if failed else _("The nil on %(hand)s still stands.")
            yield template % {"hand": names.hand(hand)}


def _contract_needs(missing: int, left: int) -> tuple[str, str]:
    """Return a sentence about your contract and one about somebody else's."""
    if missing <= 0:
        return _("Your %(contract)d is made."), _("%(name)s has made %(contract)d.")
    if missing > left:
        return _("Your %(contract)d can’t be made any more."), _("%(name)s can’t make %(contract)d any more.")
    yours = ngettext(
        "You need the last trick to make your %(contract)d.",
        "You need %(count)d of the %(left)d tricks left to make your %(contract)d.",
        left,
    )
    others = ngettext(
        "%(name)s needs the last trick to make %(contract)d.",
        "%(name)s needs %(count)d of the %(left)d tricks left to make %(contract)d.",
        left,
    )
    return yours, others
