"""What the site owes games: a bot's move, the first deal after the draw, the next deal after the score sheet.

Each is only a due time on the game's row, so any process may serve it and none needs to remember it.
"""

from __future__ import annotations

import logging
import random
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import bots
from games.engine import view_for, waiting_for
from games.models import Game
from games.services import progress, turns
from games.snapshot import Stage

logger = logging.getLogger(__name__)


def serve_due(limit: int = 100) -> int:
    """Serve the games whose time has come, most overdue first, each in its own transaction; how many there were.

    A game that fails is logged and tried again later, and never keeps the others waiting.
    """
    codes = list(_due_games().order_by("due_at").values_list("code", flat=True)[:limit])
    for code in codes:
        try:
            serve(code)
        except Exception:
            logger.exception("game %s could not be served", code)
            postpone(code)
    return len(codes)


@transaction.atomic
def serve(code: str) -> None:
    """Take the site's next step in a game, if it is still due: another process may have been first."""
    game = _due_games().select_for_update().filter(code=code).first()
    if game is None:
        return
    if game.stage == Stage.DEAL:
        _move_bot(game)
    elif game.stage in (Stage.DRAWING, Stage.SCORED):
        progress.start_deal(game)


def postpone(code: str) -> None:
    """Try a failing game again in a minute, unless it has moved on meanwhile."""
    _due_games().filter(code=code).update(due_at=timezone.now() + timedelta(minutes=1))


def _due_games() -> QuerySet[Game]:
    return Game.objects.filter(due_at__lte=timezone.now())


def _move_bot(game: Game) -> None:
    """One action of the first bot the deal waits for, chosen from that seat's view alone."""
    state = turns.current_state(game)
    seated = set(game.seats.filter(user=None).values_list("player", flat=True))
    player = next(player for player in waiting_for(state) if player in seated)
    turns.apply(game, state, bots.choose(view_for(state, player), random.Random()))
