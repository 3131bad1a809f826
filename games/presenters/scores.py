"""The score panel: three columns that are always in sight."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Player, View, clockwise_from
from games.play.snapshot import Snapshot
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import ngettext

from .words import Names, plain


@dataclass(frozen=True, slots=True)
class Column:
    """One player's standing: points, bags ("9 of 10"), and this deal's contract ("6 + nil", "…" before the bid)."""

    name: str
    is_you: bool
    points: str
    bags: str
    contract: str


def columns(snapshot: Snapshot, names: Names) -> tuple[Column, ...]:
    """The panel, the viewer's own column first and the others clockwise."""
    return tuple(_column(snapshot, names, player) for player in clockwise_from(snapshot.viewer or 0))


def _column(snapshot: Snapshot, names: Names, player: Player) -> Column:
    return Column(
        name=names.label(player),
        is_you=names.is_you(player),
        points=plain(snapshot.standing.points[player]),
        bags=bags(snapshot.standing.bags[player], snapshot.rules.bag_limit),
        contract=_contract(snapshot.view, player),
    )


def bags(count: int, limit: int | None) -> str:
    """A bag count against the limit: "9 of 10"; "9" where bags cost nothing."""
    return str(count) if limit is None else _("%(count)d of %(limit)d") % {"count": count, "limit": limit}


def _contract(view: View | None, player: Player) -> str:
    bid = view.bid_of(player) if view else None
    if view is None or bid is None:
        return "…"
    number, nils = bid.tricks, len(bid.nils)
    if view.declarer is not None:
        contract = view.contracts[player]
        nils = len(view.nils[player])
        number = bid.tricks if contract is None else contract
    if not nils:
        return str(number)
    return ngettext("%(number)d + nil", "%(number)d + %(count)d nil", nils) % {"number": number, "count": nils}
