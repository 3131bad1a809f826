"""What somebody reads who comes to a table by its link: who invites them, and the game in three lines."""

from accounts.base.names import isolated
from games.engine import DUPLICATE_DEALS, Rules
from games.play.attendance import Attendance
from games.play.snapshot import Snapshot
from games.values import Stage
from games.words.language_cache import gettext as _


def invitation(table: Snapshot, attendance: Attendance) -> str:
    """Return who invites a visitor to the table; "" if no seat is free."""
    if table.stage is not Stage.OPEN or all(seat.name for seat in table.seats):
        return ""
    host = attendance.host_of(table)
    if host is None:
        return _("A seat is free for you")
    return _("%(name)s invites you to Spades with a dummy") % {"name": isolated(table.seats[host].name)}


def three_lines(rules: Rules, *, deals: int | None) -> tuple[str, str, str]:
    """Return what a newcomer has to know of the game under these rules (docs/rules.md sections 5 to 9).

    It ends after so many `deals`: those of a duplicate table or of a set, or, if that is None, at a total.
    """
    return (
        _("%(bids)s The highest bidder has the dummy, a fourth hand, as partner; the other two defend together.")
        % {"bids": _bids(rules)},
        _("The dummy’s cards lie open once the first card is played. Follow suit if you can; spades are trumps."),
        _points(rules, deals),
    )


def _points(rules: Rules, deals: int | None) -> str:
    if deals is None:
        words = _("Ten points for each trick bid, lost if your side takes fewer. First to %(target)s wins, each alone.")
        return words % {"target": rules.target}
    if deals == DUPLICATE_DEALS:
        return _("Ten points for each trick bid, lost if your side takes fewer. Nine deals decide, each plays alone.")
    return _("Ten points for each trick bid, lost if your side takes fewer. Your own points are compared.")


def _bids(rules: Rules) -> str:
    if rules.bidding.counts_spades:
        return _("Everyone bids the number of their spades.")
    return _("Bid how many tricks your side will take.")
