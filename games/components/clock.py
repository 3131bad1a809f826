"""The clocks of the players: read when a page is put together, and counted down by the browser."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from games.components.context import TableContext
from games.components.html import Html, Page, Template, flag
from games.components.parts import Group, Part
from games.engine import HAND_NAMES, PLAYERS, Player
from games.play.snapshot import SeatClock
from games.presenters.i18n_cache import gettext as _

LAST_SECONDS: Final = 10


def _clock(hand: Player) -> "Callable[[TableContext], ClockFace | None]":
    def shown(context: TableContext) -> ClockFace | None:
        clock = context.snapshot.seats[hand].clock
        return ClockFace(HAND_NAMES[hand], clock, context.snapshot.version) if clock else None

    return shown


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock, drawn for the time when the page is put together, and sent with every version to correct the
    browser's.
    """

    hand: str
    clock: SeatClock
    version: int

    def render(self, page: Page) -> str:
        """Return the clock as it is now."""
        return draw_clock(self.hand, self.clock, timezone.now())


_CLOCK = Template(
    '<p class="clock{running}{low}" id="clock-{hand}" data-move="{move}" data-reserve="{reserve}" data-hand="{hand}"'
    '{runs}><span class="sr">{words}</span><span aria-hidden="true"><b data-clock-move>{move_time}</b> '
    "<span data-clock-reserve>+{reserve_time}</span> <em>{last}</em></span></p>"
)


def draw_clock(hand: str, clock: SeatClock, now: datetime) -> Html:
    """Draw a clock as it is at `now`; the browser counts down from there."""
    move, reserve = clock.left(now)
    is_running = clock.since is not None
    words = _("%(move)s for this move, %(reserve)s in reserve")
    return _CLOCK(
        hand=hand,
        running=" running" if is_running else "",
        low=" low" if is_running and move + reserve <= LAST_SECONDS else "",
        runs=flag("data-running", is_running),
        move=f"{move:.1f}",
        reserve=f"{reserve:.1f}",
        words=words % {"move": minutes(move), "reserve": minutes(reserve)},
        move_time=minutes(move),
        reserve_time=minutes(reserve),
        last=_("last seconds"),
    )


def minutes(seconds: float) -> str:
    """Return a time in minutes and seconds: "2:05"."""
    whole = -int(-seconds // 1)
    return f"{whole // 60}:{whole % 60:02d}"


def _about_clocks(context: TableContext) -> object:
    has_clocks = any(seat.clock for seat in context.snapshot.seats)
    return context.snapshot.version if has_clocks else None


CLOCKS: Final = Group(
    _about_clocks, tuple([Part(f"clock-{player}", _clock(player), lambda shown: (shown,)) for player in PLAYERS])
)
