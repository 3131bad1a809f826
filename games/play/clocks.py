"""The players' clocks: a time for each move, then a reserve for the whole game.

A clock is stored on the seat's row: when it started, how much of the move's time was used before, the network delay
that is not counted, and the reserve. So it is right after reloads and restarts.

In a game by turns a player has days for each move and no reserve. While a player is on vacation, the clock of a turn
starts only at the vacation's end: `waiting_since` is in the future then. Where weekends are off, the hours of a
player's Saturday and Sunday do not count.

Players cannot use up each other's time. While a take-back is proposed, the others' clocks are paused, and the player
whose turn is undone has used no time for it. A claimer's clock is paused while the others decide on the claim.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from django.core.cache import cache

from accounts.base.outages import OF_REDIS
from accounts.base.time_zones import zone_of
from accounts.site_config import downtime
from games.engine import Player
from games.models import Game, Seat
from games.play import weekends
from games.play.snapshot import SeatClock
from games.values import Clock, Proposal

MOST_LAG: Final = 1.0
"""The most network delay, in seconds, that is not counted: a browser that answers late on purpose gains no more."""

USUAL_LAG: Final = 0.5
"""The network delay in seconds assumed where none is measured, without JavaScript or an open socket."""

LAG_REMEMBERED_FOR: Final = 60 * 60

TIME_TO_ANSWER: Final = 20
"""Seconds after which an unanswered proposal counts as refused, if a clock or a bot waits for the answer."""

DAY: Final = 24 * 60 * 60

TIME_TO_ANSWER_BY_TURNS: Final = DAY
"""Those seconds in a game by turns."""


class Budget(NamedTuple):
    """Seconds for each move, and in reserve for the whole game."""

    move: float
    reserve: float


BUDGETS: Final[Mapping[str, Budget]] = {
    Clock.RELAXED: Budget(60, 300),
    Clock.NORMAL: Budget(30, 120),
    Clock.FAST: Budget(10, 45),
    Clock.ONE_DAY: Budget(DAY, 0),
    Clock.THREE_DAYS: Budget(3 * DAY, 0),
    Clock.SEVEN_DAYS: Budget(7 * DAY, 0),
}


def note_lag(code: str, player: Player, seconds: float) -> None:
    """Store the network delay of this player's browser, there and back; it counts from the next move on."""
    with suppress(*OF_REDIS):
        cache.set(_lag_key(code, player), min(max(0.0, seconds), MOST_LAG), LAG_REMEMBERED_FOR)


def _lag_of(code: str, player: Player) -> float:
    with suppress(*OF_REDIS):
        return float(cache.get(_lag_key(code, player), USUAL_LAG))
    return USUAL_LAG


def has_clock(game: Game) -> bool:
    """Return whether the players of this game have clocks."""
    return game.clock in BUDGETS


def fill_reserve(game: Game, seat: Seat) -> None:
    """Give a seat its whole reserve, at the start of a game."""
    seat.reserve = BUDGETS[game.clock].reserve if has_clock(game) else 0


def begin(game: Game, seat: Seat, now: datetime) -> None:
    """Start the player's clock, with the network delay that is allowed for this move."""
    seat.waiting_since = _starts(game, seat, now)
    if has_clock(game) and not seat.bot_plays:
        seat.lag = _lag_of(game.code, seat.player)


def stop(game: Game, seat: Seat, now: datetime) -> None:
    """Stop the clock of a player who has moved; time beyond the time for a move is taken from the reserve. All of it
    but the network delay is added to what the player has spent.
    """
    seat.spent += max(0.0, _used(game, seat, now) - seat.lag)
    if has_clock(game):
        _, seat.reserve = _clock(game, seat).left(now)
    seat.waiting_since, seat.used = None, 0.0


def hold(game: Game, seat: Seat, now: datetime) -> None:
    """Pause the clock until others have answered; the time used so far still counts for this move."""
    seat.used, seat.waiting_since = _used(game, seat, now), None


def stand_still(game: Game, seat: Seat, now: datetime) -> None:
    """Pause the clock for a proposal just made; `waiting_since` is then the time of the proposal, also for a bot."""
    if seat.waiting_since is None:
        return
    if seat.bot_plays:
        seat.waiting_since = now
    elif stands_still(game, seat):
        used, since = _without_downtime(game, seat, seat.waiting_since)
        seat.used, seat.waiting_since = used + _seconds(game, seat, since, now), now


def update(game: Game, seat: Seat, now: datetime) -> None:
    """Update the clock when a bot takes over or gives back, or a vacation begins or ends: store the time used, and
    start or pause it.

    A take-back proposal does not wait until the end of a vacation.
    """
    if seat.waiting_since is not None:
        starts = now if stands_still(game, seat) else _starts(game, seat, now)
        seat.used, seat.waiting_since = _used(game, seat, now), starts


def go_on(game: Game, seat: Seat, now: datetime) -> None:
    """Restart a paused clock; call this before the proposal is removed from the game's row."""
    if stands_still(game, seat) and seat.waiting_since is not None:
        seat.waiting_since = _starts(game, seat, now)


def forgive(game: Game, seat: Seat, now: datetime) -> None:
    """Reset the time used: the move before this one is taken back."""
    seat.waiting_since, seat.used = _starts(game, seat, now), 0.0


def set_time_left(game: Game, seat: Seat, seconds: float) -> None:
    """Set how many seconds are left of the time for the current move."""
    seat.used = BUDGETS[game.clock].move - seconds


def stands_still(game: Game, seat: Seat) -> bool:
    """Return whether the clock is paused because another player proposes a take-back; the proposer's own runs on."""
    return game.proposal == Proposal.TAKE_BACK and game.proposed_by != seat.player


def lapses_at(game: Game, seats: Iterable[Seat]) -> datetime | None:
    """Return when the open proposal counts as refused; None if neither a clock nor a bot waits for the answer."""
    if not game.proposal:
        return None
    held_up = (seat for seat in seats if seat.bot_plays or (has_clock(game) and stands_still(game, seat)))
    since = min((seat.waiting_since for seat in held_up if seat.waiting_since is not None), default=None)
    time = timedelta(seconds=TIME_TO_ANSWER_BY_TURNS if game.is_by_turns else TIME_TO_ANSWER)
    return since and downtime.put_off(since + time, since)


def deadline(game: Game, seat: Seat) -> datetime | None:
    """Return when the player's time is up; None if it is not the player's turn, or no clock runs."""
    clock = seat_clock(game, seat)
    return clock.ends_at if clock else None


def seat_clock(game: Game, seat: Seat) -> SeatClock | None:
    """Return the player's clock; None without clocks, and while a bot plays."""
    return _clock(game, seat) if has_clock(game) and not seat.bot_plays else None


def _clock(game: Game, seat: Seat) -> SeatClock:
    used, since = seat.used, _runs_since(game, seat)
    if since is not None:
        used, since = _without_downtime(game, seat, since)
    return SeatClock(BUDGETS[game.clock].move, seat.reserve, seat.lag, used, since, _weekends(game, seat))


def _weekends(game: Game, seat: Seat) -> tzinfo | None:
    """Return the player's time zone at a table by turns whose weekends are off; None elsewhere."""
    return zone_of(seat.user) if game.weekends_off and game.is_by_turns else None


def _used(game: Game, seat: Seat, now: datetime) -> float:
    """Return the seconds the player has used for this move so far."""
    since = _runs_since(game, seat)
    if since is None:
        return seat.used
    used, since = _without_downtime(game, seat, since)
    return used + _seconds(game, seat, since, now)


def _without_downtime(game: Game, seat: Seat, since: datetime) -> tuple[float, datetime]:
    """Return the seconds used before the last downtime after `since`, and when time begins to count again."""
    used = seat.used
    for start, end in downtime.after(since):
        used, since = used + _seconds(game, seat, since, start), end
    return used, since


def _seconds(game: Game, seat: Seat, since: datetime, now: datetime) -> float:
    """Return the seconds that count between these moments; 0 if the start is in the future."""
    if (zone := _weekends(game, seat)) is not None:
        return weekends.seconds_between(since, now, zone)
    return max(0.0, (now - since).total_seconds())


def _starts(game: Game, seat: Seat, now: datetime) -> datetime:
    """Return when the clock of a turn that is there now starts: in a game by turns, not before the vacation ends."""
    return max(now, vacation_until(game, seat) or now)


def vacation_until(game: Game, seat: Seat) -> datetime | None:
    """Return the end, perhaps past, of the vacation that stops the player's clock; None without such a vacation."""
    until = seat.user.vacation_until if seat.user is not None else None
    return until if until is not None and game.is_by_turns else None


def _runs_since(game: Game, seat: Seat) -> datetime | None:
    """Return the start of the time that counts; None while the clock is paused or a bot plays."""
    return None if seat.bot_plays or stands_still(game, seat) else seat.waiting_since


def _lag_key(code: str, player: Player) -> str:
    return f"lag.{code}.{player}"
