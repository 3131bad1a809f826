"""What a bid would lead to, told while its player still chooses (docs/rules.md section 5)."""

from games.engine import BidMade, Player, View, declarer_of
from games.presenters.i18n_cache import gettext as _, ngettext
from games.presenters.words import Names, listing


def consequence(view: View, names: Names, bidder: Player, tricks: int) -> str:
    """Return who would declare if `bidder`, whose turn it is, bid `tricks` for a side: "You declare if Ben bids at most
    7"; after the last bid also how many of the 13 tricks the contracts of both sides add up to.
    """
    bids = (*view.bids, BidMade(bidder, tricks, frozenset()))
    declarer = declarer_of(bids)
    to_bid = [player for player in view.bidding_order if player not in {bid.player for bid in bids}]
    if not to_bid:
        return f"{_who_declares(names, bidder, declarer)} {_sum_of_contracts(bids, declarer)}"
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


def _sum_of_contracts(bids: tuple[BidMade, ...], declarer: Player) -> str:
    """Return the declarer's contract and the higher one of the defenders, together."""
    of_declarer = next(bid.tricks for bid in bids if bid.player == declarer)
    needed = of_declarer + max(bid.tricks for bid in bids if bid.player != declarer)
    return _("Both sides together need %(count)d of 13 tricks.") % {"count": needed}
