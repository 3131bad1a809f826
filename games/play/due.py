"""What the site owes games: a bot's move, a time-out, the first deal after the draw, the next deal after the sheet, and
a look at tables that wait for players.

Each is only a due time on the game's row, so any process may serve it and none needs to remember it.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from time import monotonic
from typing import Final

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.site_config import counters
from games import bots
from games.engine import Action, Player, view_for
from games.models import Author, Game, Seat
from games.play import (
    abandoned,
    clocks,
    dealing,
    progress,
    proposals,
    turns,
)
from games.play.cache import Table
from games.play.event_log import StaleGame
from games.play.holding import Held
from games.play.snapshot import Stage

logger = logging.getLogger(__name__)

LONGEST_SERVICE: Final = 15
"""Seconds after which a ticker that is busy with a game is held to be dead, and the game served by another."""


@dataclass(frozen=True, slots=True)
class Question:
    """A move to decide on for `player`, seen from that seat alone, at a table that stood so."""

    table: Table
    player: Player
    author: Author


@dataclass(frozen=True, slots=True)
class Move:
    """What was decided."""

    question: Question
    action: Action


def serve_due(held: Held | None = None, limit: int = 100) -> int:
    """Serve the games whose time has come, most overdue first, each in its own transaction; how many were served.

    A game that another ticker is busy with is left to it: else all would have the same thoughts, and one be in time.
    A ticker hands in the moves it holds, to which new ones are added; without that, moves are made at once.
    """
    held = Held(0) if held is None else held
    held.release()
    due = _due_games().order_by("due_at").values_list("code", "version")[: limit + len(held)]
    return sum(_serve_alone(*game, held) for game in [game for game in due if game not in held])


def _serve_alone(code: str, version: int, held: Held) -> bool:
    """Serve a game unless another ticker does, or holds a move of it; whether it was done."""
    busy = f"busy/{code}/{version}"
    if not cache.add(busy, True, LONGEST_SERVICE):
        return False
    asked = monotonic()
    move = _try(partial(decide, code), code, busy)
    if move is not None:
        held.hold((code, version), asked, partial(_try, partial(make, move), code, busy))
    held.release()
    return True


def _try(step: Callable[[], Move | None], code: str, busy: str) -> Move | None:
    """Let other tickers have the game after this step, unless a move follows. If it fails, it is logged and the game
    tried again later."""
    move = None
    try:
        move = step()
    except Exception:
        logger.exception("game %s could not be served", code)
        postpone(code)
    finally:
        if move is None:
            cache.delete(busy)
    return move


def decide(code: str) -> Move | None:
    """Take the site's next step in a game, if it is still due: another process may have been first. A move is only
    decided on.

    A bot thinks while the game is not locked, so that nobody waits for its thoughts; they are in vain if the game moves
    on meanwhile.
    """
    question = _next_step(code)
    if question is None:
        return None
    view = view_for(question.table.state, question.player)
    game = question.table.game
    style = bots.playing_style_at(game.bot_style, game.code, question.player)
    return Move(question, bots.choose(view, random.Random(), bots.Level(game.bot_level), style))


def make(move: Move) -> None:
    """Make the move, unless the game has moved on."""
    question = move.question
    with suppress(StaleGame), transaction.atomic():
        turns.act(question.table, move.action, question.author)
        if question.author is Author.CLOCK:
            transaction.on_commit(partial(counters.count, counters.Counted.TIME_OUT))


@transaction.atomic
def _next_step(code: str) -> Question | None:
    """Deal if that is due; if a move is, what a bot has to decide."""
    game = _due_games().select_for_update(no_key=True).filter(code=code).first()
    if game is None:
        return None
    if game.stage == Stage.DEAL:
        return _question(game)
    if game.stage == Stage.OPEN:
        abandoned.look_after(game)
    elif Stage(game.stage).waits_for_deal:
        dealing.start_deal(game)
    return None


def postpone(code: str) -> None:
    """Try a failing game again in a minute, unless it has moved on meanwhile."""
    _due_games().filter(code=code).update(due_at=timezone.now() + timedelta(minutes=1))


def _due_games() -> QuerySet[Game]:
    return Game.objects.filter(due_at__lte=timezone.now())


def _question(game: Game) -> Question | None:
    """The move of the first bot the deal waits for, or of a bot for the player whose time is up.

    If it waits for answers to what is proposed, whoever has not answered by now refuses.
    """
    table = turns.load(game)
    waiting = [seat for seat in table.seats if seat.waiting_since is not None]
    lapse = clocks.lapses_at(game, waiting)
    if lapse is not None and lapse <= timezone.now():
        proposals.lapse(game)
        return None
    if lapse is None and (for_bot := next((seat for seat in waiting if seat.bot_plays), None)):
        return Question(table, for_bot.player, Author.BOT)
    if late := next((seat for seat in waiting if _is_late(game, seat)), None):
        return Question(table, late.player, Author.CLOCK)
    progress.save(game, table.state)  # nothing was owed after all: the due time is worked out anew
    return None


def _is_late(game: Game, seat: Seat) -> bool:
    deadline = clocks.deadline(game, seat)
    return deadline is not None and deadline <= timezone.now()
