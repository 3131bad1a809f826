"""How long the site waits before it does what it owes a game, so that bots look human and people can read."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from games.engine import Phase, State
from games.snapshot import Stage

BOT_THINKS = 0.9
TRICK_LIES = 1.8
DRAW_SHOWN = 8.0
SHEET_SHOWN = 45.0


def due_after(stage: Stage, state: State | None) -> datetime | None:
    """When the site's next step in this game is due if it is the site's turn; None once the game has ended."""
    if stage in (Stage.OVER, Stage.CLOSED):
        return None
    return timezone.now() + timedelta(seconds=_seconds(stage, state))


def _seconds(stage: Stage, state: State | None) -> float:
    if stage is Stage.DRAWING:
        return DRAW_SHOWN
    if stage is Stage.SCORED:
        return SHEET_SHOWN
    trick_just_ended = state is not None and state.phase is Phase.PLAYING and bool(state.tricks) and not state.trick
    return float(settings.BOT_PACE) * (TRICK_LIES if trick_just_ended else BOT_THINKS)
