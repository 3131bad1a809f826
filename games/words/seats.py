"""Texts about one seat: its role, its nils, its bid or tricks, and what a bid leads to (docs/rules.md section 5)."""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine import DUMMY, HAND_NAMES, PLAYERS, BidMade, HandId, Phase, Player, View, declarer_of, partner
from games.words.language_cache import gettext as _, ngettext
from games.words.names import Names, is_on_partner, listing


class NilMark(NamedTuple):
    """A nil on a hand, and whether it has failed."""

    text: str
    failed: bool


class Count(NamedTuple):
    """The number at a seat, "" where there is none: the `bid`, then the side's tricks and contract, both in `words`.

    A contract of 0 can't be `made`: nothing is to be done for it.
    """

    code: str
    bid: str = ""
    taken: str = ""
    contract: str = ""
    words: str = ""
    is_made: bool = False


def side(view: View, hand: HandId) -> str:
    """Return which side a hand is on, "declares" or "defends"; "" before the play."""
    if view.declarer is None:
        return ""
    return "declares" if hand in (view.declarer, DUMMY) else "defends"


def role(view: View, names: Names, hand: HandId) -> str:
    """Return the role of a hand: in the bidding its turn, in play its side."""
    if view.declarer is None:
        return _before_play(view, names, hand)
    if hand == DUMMY:
        return names.say(view.declarer, _("with you"), _("with %(name)s"))
    if hand == view.declarer:
        return _("Declarer")
    return names.defender(partner(hand, view.declarer))


def _before_play(view: View, names: Names, hand: HandId) -> str:
    if hand == DUMMY:
        up = len(view.flipped)
        return ngettext("%(count)d card up", "%(count)d cards up", up) % {"count": up} if up else _("face down")
    if view.phase is Phase.PEEKING:
        if view.rules.peek.is_flip:
            if hand in view.looked:
                return names.say(hand, _("have turned cards up"), _("has turned cards up"))
            return names.say(hand, _("have yet to turn cards up"), _("has yet to turn cards up"))
        if hand in view.looked:
            return names.say(hand, _("have looked"), _("has looked"))
        return names.say(hand, _("have yet to look"), _("has yet to look"))
    to_you = (_("bid first"), _("bid second"), _("bid last"))
    about = (_("bids first"), _("bids second"), _("bids last"))
    place = view.bidding_order.index(hand)
    return names.say(hand, to_you[place], about[place])


def count(view: View | None, hand: HandId) -> Count:
    """Return the number shown at the seat of one hand."""
    code = HAND_NAMES[hand]
    if view is None or hand == DUMMY:
        return Count(code)
    if view.declarer is None:
        bid = view.bid_of(hand)
        return Count(code, bid=str(bid.tricks) if bid else "")
    contract, taken = view.contracts[hand], view.side_tricks[hand]
    of = "?" if contract is None else str(contract)
    unknown, known = _("%(taken)s tricks, contract not known yet"), _("side has %(taken)s of %(contract)s tricks")
    words = (unknown if contract is None else known) % {"taken": taken, "contract": of}
    is_made = bool(contract) and taken >= (contract or 0)
    return Count(code, taken=str(taken), contract=of, words=words, is_made=is_made)


def nils(view: View, names: Names, hand: HandId) -> tuple[NilMark, ...]:
    """Return the nils on a hand; during the bidding, those its player has declared."""
    if view.declarer is None:
        bid = view.bid_of(hand)
        declared = declared_nils(bid, names) if bid else ""
        return (NilMark(declared, False),) if declared else ()
    failed = view.taken[hand] > 0
    bidders = [player for player in PLAYERS if hand in view.nils[player]]
    return tuple(NilMark(_nil_text(names, player, hand, failed), failed) for player in bidders)


def declared_nils(bid: BidMade, names: Names) -> str:
    """Return the nils of a bid, in words that stand beside the bidder's name; "" if there are none."""
    if not bid.nils:
        return ""
    if bid.nils == {bid.player}:
        return _("nil")
    if is_on_partner(bid.nils, bid.player):
        return _("nil on the partner")
    targets = [_("own hand") if target == bid.player else names.within(target) for target in sorted(bid.nils)]
    return _("nil on %(hands)s") % {"hands": listing(targets)}


def _nil_text(names: Names, player: Player, hand: HandId, failed: bool) -> str:
    if hand in (player, DUMMY):
        return _("Nil failed") if failed else _("Nil")
    if names.is_you(player):
        return _("Your nil failed") if failed else _("Your nil")
    template = _("%(name)s’s nil failed") if failed else _("%(name)s’s nil")
    return template % {"name": names.label(player)}


def consequence(view: View, names: Names, bidder: Player, tricks: int) -> str:
    """Return who would declare if `bidder`, whose turn it is, bid `tricks` for a side: "You declare if Ben bids at most
    7"; after the last bid also how many of the 13 tricks the contracts of both sides add up to.
    """
    bids = (*view.bids, BidMade(bidder, tricks, frozenset()))
    declarer = declarer_of(bids)
    to_bid = [player for player in view.bidding_order if player not in {bid.player for bid in bids}]
    if not to_bid:
        return f"{_who_declares(names, bidder, declarer)} {_need(bids, declarer)}"
    if declarer != bidder:
        return _("You defend.")
    others = listing([names.within(player) for player in to_bid])
    template = ngettext(
        "You declare if %(names)s bids at most %(tricks)d.",
        "You declare if %(names)s bid at most %(tricks)d.",
        len(to_bid),
    )
    return template % {"names": others, "tricks": tricks}


def _who_declares(names: Names, bidder: Player, declarer: Player) -> str:
    if declarer == bidder:
        return _("You declare.")
    return _("%(name)s declares, you defend.") % {"name": names.label(declarer)}


def tricks_needed(view: View) -> int | None:
    """Return how many of the 13 tricks both sides together need; during the bidding, at least need after two bids.

    That is the declarer's contract and the higher one of the defenders. None while they are not known: in Mirror and
    Whiz bids are no contracts (docs/rules.md section 9).
    """
    if view.declarer is not None:
        return _sum_of_contracts(view.contracts, view.declarer)
    if len(view.bids) < 2 or view.rules.bidding.counts_spades:
        return None
    return sum(bid.tricks for bid in view.bids)


def _sum_of_contracts(contracts: Sequence[int | None], declarer: Player) -> int | None:
    of_declarer = contracts[declarer]
    of_defenders = [contract or 0 for player, contract in enumerate(contracts) if player != declarer]
    return None if of_declarer is None else of_declarer + max(of_defenders)


def _need(bids: Sequence[BidMade], declarer: Player) -> str:
    tricks = {bid.player: bid.tricks for bid in bids}
    count = _sum_of_contracts([tricks[player] for player in PLAYERS], declarer)
    return _("Both sides together need %(count)d of 13 tricks.") % {"count": count}
