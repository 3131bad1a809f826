"""What the site owes games: a bot's move, a time-out, the first deal after the draw, the next deal after the sheet.

Each is only a due time on the game's row, so any process may serve it and none needs to remember it.
"""

from __future__ import annotations

import logging
import random
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import bots, clocks
from games.engine import Player, State, view_for
from games.models import Author, Game, Seat
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
        _move(game)
    elif game.stage in (Stage.DRAWING, Stage.SCORED):
        progress.start_deal(game)


def postpone(code: str) -> None:
    """Try a failing game again in a minute, unless it has moved on meanwhile."""
    _due_games().filter(code=code).update(due_at=timezone.now() + timedelta(minutes=1))


def _due_games() -> QuerySet[Game]:
    return Game.objects.filter(due_at__lte=timezone.now())


def _move(game: Game) -> None:
    """The move of the first bot the deal waits for, or of a bot for the player whose time is up."""
    state = turns.current_state(game)
    waiting = list(game.seats.filter(waiting_since__isnull=False).order_by("player"))
    if for_bot := next((seat for seat in waiting if seat.bot_plays), None):
        _choose(game, state, for_bot.player, Author.BOT)
    elif late := next((seat for seat in waiting if _is_late(game, seat)), None):
        _choose(game, state, late.player, Author.CLOCK)
    else:
        progress.save(game, state)  # nothing was owed after all: the due time is worked out anew


def _is_late(game: Game, seat: Seat) -> bool:
    deadline = clocks.deadline(game, seat)
    return deadline is not None and deadline <= timezone.now()


def _choose(game: Game, state: State, player: Player, author: Author) -> None:
    """A bot's choice for `player`, made from that seat's view alone."""
    turns.apply(game, state, bots.choose(view_for(state, player), random.Random()), author)
