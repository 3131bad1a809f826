"""A table that waits for its players: the three seats, what is agreed, what each visitor may do."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import ngettext

from games.engine import DUMMY, clockwise_from
from games.play.snapshot import SeatInfo, Snapshot, Stage
from games.presenters.i18n_cache import gettext as _

from .options import Fact, facts
from .seating import Places, positions
from .together import is_away, seats_free
from .words import Names, capital, listing


@dataclass(frozen=True, slots=True)
class Chair:
    """One of the three seats, free or taken."""

    player: int
    position: str
    name: str
    initial: str
    role: str
    is_free: bool
    is_bot: bool
    away: bool
    may_remove: bool


@dataclass(frozen=True, slots=True)
class Gathering:
    """The table before the game. `headline` counts the free seats; `waiting` says what happens next, and by whom.

    `rules_changed` says that the viewer sat down under other rules. `start` is "" while the game can't begin.
    """

    chairs: tuple[Chair, ...]
    dummy_position: str
    facts: tuple[Fact, ...]
    is_host: bool
    headline: str
    waiting: str
    rules_changed: bool
    start: str

    @property
    def has_free_chair(self) -> bool:
        return any(chair.is_free for chair in self.chairs)


def gathering(snapshot: Snapshot, names: Names) -> Gathering | None:
    """The gathering of the players; None once the game has begun."""
    if snapshot.stage is not Stage.OPEN:
        return None
    places = positions(snapshot)
    free = sum(not seat.name for seat in snapshot.seats)
    is_host = any(seat.is_host and names.is_you(seat.player) for seat in snapshot.seats)
    first = snapshot.viewer or 0
    seats = [snapshot.seats[player] for player in clockwise_from(first)]
    return Gathering(
        chairs=tuple(_chair(seat, names, places, is_host) for seat in seats),
        dummy_position=places[DUMMY],
        facts=facts(snapshot.rules, snapshot.options),
        is_host=is_host,
        headline=seats_free(snapshot.seats),
        waiting=_waiting(snapshot, names, free, is_host),
        rules_changed=snapshot.viewer is not None and snapshot.seats[snapshot.viewer].rules_changed,
        start="" if _expected(snapshot, names) else _start(free),
    )


def _chair(seat: SeatInfo, names: Names, places: Places, is_host: bool) -> Chair:
    you = names.is_you(seat.player)
    return Chair(
        player=seat.player,
        position=places[seat.player],
        name=names.label(seat.player) if seat.name else _("Free seat"),
        initial=seat.name[:1].upper(),
        role=_role(seat),
        is_free=not seat.name,
        is_bot=seat.is_bot,
        away=is_away(seat) and not you,
        may_remove=is_host and bool(seat.name) and not you,
    )


def _role(seat: SeatInfo) -> str:
    if seat.is_bot:
        return _("Bot")
    return _("Host") if seat.is_host else ""


def _waiting(snapshot: Snapshot, names: Names, free: int, is_host: bool) -> str:
    if snapshot.viewer is None and free:
        return _("Take a seat to play.")
    if expected := _expected(snapshot, names):
        words = _("%(names)s still to come. Remove anyone you don’t want to wait for.")
        return (words if is_host else _("%(names)s still to come")) % {"names": capital(expected)}
    if is_host:
        return _("Send the link to your friends, or let bots take the free seats.") if free else ""
    host = next((seat.player for seat in snapshot.seats if seat.is_host), None)
    return _("%(name)s starts the game.") % {"name": names.label(host)} if host is not None else ""


def _expected(snapshot: Snapshot, names: Names) -> str:
    """Who has been seated by a rematch and has not come, "" if nobody."""
    return listing([names.within(seat.player) for seat in snapshot.seats if seat.is_expected])


def _start(free: int) -> str:
    if not free:
        return _("Start the game")
    return ngettext("Start with %(count)d bot", "Start with %(count)d bots", free) % {"count": free}
