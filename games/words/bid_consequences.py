"""Consequences of a bid in words, while its player still chooses (docs/rules.md section 5)."""

from collections.abc import Sequence

from games.engine import PLAYERS, BidMade, Player, View, declarer_of
from games.words.language_cache import gettext as _, ngettext
from games.words.names import Names, listing


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
