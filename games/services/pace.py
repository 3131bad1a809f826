"""How long the site waits before it does what it owes a game, so that bots look human and people can read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

from games import clocks
from games.engine import Phase, State
from games.models import Game, Seat
from games.snapshot import Stage

BOT_THINKS = 0.9
TRICK_LIES = 1.8
DRAW_SHOWN = 8.0
SHEET_SHOWN = 15.0
SHEET_SHOWN_ALONE = 45.0


def due_at(game: Game, seats: Iterable[Seat], state: State | None, now: datetime) -> datetime | None:
    """When the site's next step in this game is due; None if it waits for people only, or has ended.

    How long a draw or a sheet is shown is settled when it comes up, whatever is said or done meanwhile.
    """
    seats = list(seats)
    match Stage(game.stage):
        case Stage.DRAWING:
            return game.due_at or now + timedelta(seconds=DRAW_SHOWN)
        case Stage.SCORED:
            return game.due_at or now + timedelta(seconds=_sheet_shown(seats))
        case Stage.DEAL:
            return _due_in_deal(game, seats, state, now)
        case _:
            return None


def _sheet_shown(seats: list[Seat]) -> float:
    """A person alone with bots keeps nobody waiting and may read at leisure."""
    people = sum(not seat.bot_plays for seat in seats)
    return SHEET_SHOWN if people > 1 else SHEET_SHOWN_ALONE


def _due_in_deal(game: Game, seats: list[Seat], state: State | None, now: datetime) -> datetime | None:
    """A bot's move after its pause, or the first time-out, whichever comes first."""
    waiting = [seat for seat in seats if seat.waiting_since is not None]
    if any(seat.bot_plays for seat in waiting):
        return now + timedelta(seconds=float(settings.BOT_PACE) * _bot_pause(state))
    return min(filter(None, (clocks.deadline(game, seat) for seat in waiting)), default=None)


def _bot_pause(state: State | None) -> float:
    trick_just_ended = state is not None and state.phase is Phase.PLAYING and bool(state.tricks) and not state.trick
    return TRICK_LIES if trick_just_ended else BOT_THINKS
