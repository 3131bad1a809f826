"""Time to think: for each move, then from a reserve for the whole game.

All a clock needs is on the seat's row: since when it runs, how much of the move's time was used before, what is given
back for the way, and the reserve. So it keeps the right time through reloads and restarts.

Nobody's time is another's to spend. While somebody asks for a move back, the others' clocks stand still, and whose turn
is undone has used no time for it. A claim costs the claimer no time while others think about it, and gives none back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core.cache import cache

from games.engine import Player
from games.models import Clock, Game, Proposal, Seat
from games.play.snapshot import SeatClock

MOST_LAG: Final = 1.0
"""Seconds of a move that are given back at most for the way to the server and from it, however long that is said to be:
a browser that answers late on purpose gains no more."""

USUAL_LAG: Final = 0.5
"""What is given back while the way is not measured, for want of a script or an open socket."""

LAG_REMEMBERED_FOR: Final = 60 * 60

TIME_TO_ANSWER: Final = 20
"""Seconds after which a question that somebody's clock or a bot waits for is taken for refused."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds for each move, and in reserve for the whole game."""

    move: float
    reserve: float


BUDGETS: Final[Mapping[str, Budget]] = {
    Clock.RELAXED: Budget(60, 300),
    Clock.NORMAL: Budget(30, 120),
    Clock.FAST: Budget(10, 45),
}


def note_lag(code: str, player: Player, seconds: float) -> None:
    """The way from this player's browser and back takes so long now; it counts from the next move on."""
    cache.set(_lag_key(code, player), min(max(0.0, seconds), MOST_LAG), LAG_REMEMBERED_FOR)


def has_clock(game: Game) -> bool:
    """Whether the players of this game have clocks."""
    return _budget(game) is not None


def fill_reserve(game: Game, seat: Seat) -> None:
    """Give a seat its whole reserve, at the start of a game."""
    budget = _budget(game)
    seat.reserve = budget.reserve if budget else 0


def begin(game: Game, seat: Seat, now: datetime) -> None:
    """The game waits for the player from now on. What is given back for the way is settled here, for this move."""
    seat.waiting_since = now
    if has_clock(game) and not seat.bot_plays:
        seat.lag = float(cache.get(_lag_key(game.code, seat.player), USUAL_LAG))


def stop(game: Game, seat: Seat, now: datetime) -> None:
    """The player has moved: what it took beyond the time for a move comes off the reserve."""
    budget = _budget(game)
    if budget is not None:
        seat.reserve = max(0.0, seat.reserve - _overdrawn(budget, seat, _used(game, seat, now)))
    seat.waiting_since, seat.used = None, 0.0


def hold(game: Game, seat: Seat, now: datetime) -> None:
    """The player's move is put off until others have answered, and goes on where it stopped: nothing is settled yet."""
    seat.used = _used(game, seat, now)
    seat.waiting_since = None


def stand_still(game: Game, seat: Seat, now: datetime) -> None:
    """Something has just been asked. `waiting_since` is when, as long as the clock stands still for it, or a bot."""
    if seat.waiting_since is None:
        return
    if seat.bot_plays:
        seat.waiting_since = now
    elif stands_still(game, seat):
        seat.used, seat.waiting_since = seat.used + (now - seat.waiting_since).total_seconds(), now


def change_hands(game: Game, seat: Seat, now: datetime) -> None:
    """A bot makes the move the game waits for instead of the player, or the other way round, since now."""
    if seat.waiting_since is not None:
        seat.used, seat.waiting_since = _used(game, seat, now), now


def go_on(game: Game, seat: Seat, now: datetime) -> None:
    """The question, which still stands in the game's row, is answered: a clock that stood still for it runs again."""
    if stands_still(game, seat) and seat.waiting_since is not None:
        seat.waiting_since = now


def forgive(_game: Game, seat: Seat, now: datetime) -> None:
    """The move before this one is taken back: whoever was to make this one has used no time for it."""
    seat.waiting_since, seat.used = now, 0.0


def stands_still(game: Game, seat: Seat) -> bool:
    """Whether this clock does not run because another player asks for a move back; the asker's own runs on."""
    return game.proposal == Proposal.TAKE_BACK and game.proposed_by != seat.player


def lapses_at(game: Game, seats: Iterable[Seat]) -> datetime | None:
    """When the open question is taken for refused; None where neither a clock nor a bot waits for the answer."""
    if not game.proposal:
        return None
    held_up = (seat for seat in seats if seat.bot_plays or (has_clock(game) and stands_still(game, seat)))
    since = min((seat.waiting_since for seat in held_up if seat.waiting_since is not None), default=None)
    return since and since + timedelta(seconds=TIME_TO_ANSWER)


def deadline(game: Game, seat: Seat) -> datetime | None:
    """When the player's time is up; None if the game doesn't wait for the player, or no clock runs."""
    budget = _budget(game)
    if budget is None or seat.waiting_since is None or seat.bot_plays or stands_still(game, seat):
        return None
    return seat.waiting_since + timedelta(seconds=budget.move + seat.lag + seat.reserve - seat.used)


def reading(game: Game, seat: Seat, now: datetime) -> SeatClock | None:
    """What the player's clock shows now; None without clocks."""
    budget = _budget(game)
    if budget is None or seat.bot_plays:
        return None
    used = _used(game, seat, now)
    reserve = max(0.0, seat.reserve - _overdrawn(budget, seat, used))
    runs = seat.waiting_since is not None and not stands_still(game, seat)
    return SeatClock(max(0.0, budget.move - used), reserve, running=runs)


def _used(game: Game, seat: Seat, now: datetime) -> float:
    """Seconds the player has thought about this move so far; how long a bot waits is nobody's time."""
    if seat.waiting_since is None or seat.bot_plays or stands_still(game, seat):
        return seat.used
    return seat.used + (now - seat.waiting_since).total_seconds()


def _overdrawn(budget: Budget, seat: Seat, used: float) -> float:
    return max(0.0, used - budget.move - seat.lag)


def _budget(game: Game) -> Budget | None:
    return BUDGETS.get(game.clock)


def _lag_key(code: str, player: Player) -> str:
    return f"lag.{code}.{player}"
