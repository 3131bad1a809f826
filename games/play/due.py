"""What the site does by itself in games: moves of bots, time-outs, dealing, and closing abandoned tables.

The next such step is a due time on the game's row, so any process can do it and a restart loses none.
"""

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
from django.db.models import QuerySet
from django.utils import timezone

from accounts.site_config import counters
from games import bots
from games.engine import Player, View, view_for
from games.models import Author, Game, Seat, Stage
from games.play import abandoned, clocks, dealing, loading, progress, proposals, queue
from games.play.errors import NoDealNow, StaleGame
from games.play.held_moves import HeldMoves
from games.play.table import Table
from games.play.turns import Turn

logger = logging.getLogger(__name__)

LONGEST_SERVICE: Final = 15
"""Seconds after which a ticker that is busy with a game counts as dead, and another may serve the game."""


@dataclass(frozen=True, slots=True)
class Question:
    """A move that a bot has to choose for `player`; `view` is what that player may know of the deal."""

    game: Game
    view: View
    player: Player
    author: Author


def serve_due(held: HeldMoves | None = None, limit: int = 100) -> int:
    """Serve the games that are due, most overdue first, each in its own transaction; return how many were served.

    A game that another ticker is busy with is left to it: else each would choose the same move, and only one be used.
    New moves are added to `held`; without it they are made at once.
    """
    held = HeldMoves(0) if held is None else held
    held.release()
    due = _due_games().order_by("due_at").values_list("code", "version")[: limit + len(held)]
    return sum(_serve_alone(*game, held) for game in [game for game in due if game not in held])


def _serve_alone(code: str, version: int, held: HeldMoves) -> bool:
    """Serve a game unless another ticker does; return whether it was served."""
    busy = f"busy/{code}/{version}"
    if not cache.add(busy, True, LONGEST_SERVICE):
        return False
    asked = monotonic()
    move = _try(partial(decide, code), code, busy)
    if move is not None:
        held.hold((code, version), asked, partial(_try, partial(make, move), code, busy))
    held.release()
    return True


def _try(step: Callable[[], Turn | None], code: str, busy: str) -> Turn | None:
    """Run a step and then release the game to other tickers, unless a move follows. A failure is logged and the game
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


def decide(code: str) -> Turn | None:
    """Do the next step of a game if it is still due: another process may have done it. Return the move if it is one,
    which is not made yet.

    A bot chooses its move while the game is not locked, so that nobody has to wait for it; if the game changes
    meanwhile, the move is dropped.
    """
    question = _next_step(code)
    if question is None:
        return None
    game, player = question.game, question.player
    style = bots.playing_style_at(game.bot_style, game.code, player)
    action = bots.choose(question.view, random.Random(), bots.Level(game.bot_level), style)
    return Turn(game.code, action, game.version, question.author)


def make(move: Turn) -> None:
    """Make the move, unless the game has changed since it was chosen."""
    with suppress(StaleGame, NoDealNow):
        queue.take(move)
        if move.author is Author.CLOCK:
            counters.increment(counters.Counter.TIME_OUT)


def _next_step(code: str) -> Question | None:
    """Deal if that is due; return the question to a bot if a move is."""
    with queue.change(code) as game:
        if game.due_at is None or game.due_at > timezone.now():
            return None
        if game.stage == Stage.DEAL:
            return _question(game)
        if game.stage == Stage.OPEN:
            abandoned.look_after(game)
        elif Stage(game.stage).waits_for_deal:
            dealing.start_deal(game)
        return None


def postpone(code: str) -> None:
    """Try a failing game again in a minute, unless it has changed meanwhile."""
    _due_games().filter(code=code).update(due_at=timezone.now() + timedelta(minutes=1))


def _due_games() -> QuerySet[Game]:
    return Game.objects.filter(due_at__lte=timezone.now())


def _question(game: Game) -> Question | None:
    """Return the question to the first bot whose turn it is, or to a bot for a player whose time is up.

    A proposal that was not answered in time is refused here.
    """
    table = loading.load(game)
    waiting = [seat for seat in table.seats if seat.waiting_since is not None]
    lapse = clocks.lapses_at(game, waiting)
    if lapse is not None and lapse <= timezone.now():
        proposals.lapse(game)
        return None
    if lapse is None and (for_bot := next((seat for seat in waiting if seat.bot_plays), None)):
        return _asked(table, for_bot.player, Author.BOT)
    if late := next((seat for seat in waiting if _is_late(game, seat)), None):
        return _asked(table, late.player, Author.CLOCK)
    progress.save(game)  # nothing is due after all: the due time is worked out anew
    return None


def _asked(table: Table, player: Player, author: Author) -> Question:
    assert table.state is not None, "a deal is under way"
    return Question(table.game, view_for(table.state, player), player, author)


def _is_late(game: Game, seat: Seat) -> bool:
    deadline = clocks.deadline(game, seat)
    return deadline is not None and deadline <= timezone.now()
