"""Time to think: for each move, then from a reserve for the whole game.

All a clock needs is on the seat's row: since when the game waits for the player, and the reserve left then. So it keeps
the right time through reloads and restarts.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.models import Clock, Game, Seat
from games.snapshot import SeatClock

LAG_ALLOWANCE: Final = 0.5
"""Seconds of every move that are given back for the way to the server and from it."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for each move, and in reserve for the whole game."""

    move: float
    reserve: float


BUDGETS: Final = {Clock.RELAXED: Budget(60, 300), Clock.NORMAL: Budget(30, 120), Clock.FAST: Budget(10, 45)}


def fill_reserve(game: Game, seat: Seat) -> None:
    """Give a seat its whole reserve, at the start of a game."""
    budget = _budget(game)
    seat.reserve = budget.reserve if budget else 0


def deadline(game: Game, seat: Seat) -> datetime | None:
    """When the player's time is up; None if the game doesn't wait for the player or has no clocks."""
    budget = _budget(game)
    if budget is None or seat.waiting_since is None:
        return None
    return seat.waiting_since + timedelta(seconds=budget.move + LAG_ALLOWANCE + seat.reserve)


def stop(game: Game, seat: Seat, now: datetime) -> None:
    """The player has moved: what it took beyond the time for a move comes off the reserve."""
    budget = _budget(game)
    if budget is not None and seat.waiting_since is not None:
        seat.reserve = max(0.0, seat.reserve - _overdrawn(budget, seat.waiting_since, now))
    seat.waiting_since = None


def reading(game: Game, seat: Seat, now: datetime) -> SeatClock | None:
    """What the player's clock shows now; None without clocks."""
    budget = _budget(game)
    if budget is None or seat.bot_plays:
        return None
    if seat.waiting_since is None:
        return SeatClock(budget.move, seat.reserve, running=False)
    used = (now - seat.waiting_since).total_seconds()
    overdrawn = _overdrawn(budget, seat.waiting_since, now)
    return SeatClock(max(0.0, budget.move - used), max(0.0, seat.reserve - overdrawn), running=True)


def _overdrawn(budget: Budget, since: datetime, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds() - budget.move - LAG_ALLOWANCE)


def _budget(game: Game) -> Budget | None:
    return BUDGETS.get(Clock(game.clock))
