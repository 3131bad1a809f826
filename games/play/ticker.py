"""The games' ticker: moves of bots, time-outs, dealing, and closing abandoned tables.

The next such step is a due time on the game's row, so any process can do it and a restart loses none. On PostgreSQL a
ticker that takes games out of this queue skips the rows that others lock at that moment, and puts off the due times of
those it takes: nobody else finds them while it is busy with them. SQLite is for a single ticker.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from time import monotonic, sleep
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from prometheus_client import Counter, Histogram

from accounts.base import db_threads, tasks
from accounts.base.outages import Attempts
from accounts.base.statements import Statement
from accounts.site_config import processes
from games import bots
from games.models import Game
from games.play import due_steps, game_rows, plans
from games.play.turns import Turn

logger = logging.getLogger(__name__)

_LOOKS: Final = Attempts(logger, "the ticker could not look for due games; it goes on")
_STEPS: Final = Attempts(logger, "game %s could not be served")

STEPS: Final = Counter("spades_ticker_steps_total", "Steps of games that the ticker of this process has taken.")

LATE: Final = Histogram(
    "spades_step_late_seconds",
    "By how much steps of games were late when the ticker of this process came to them.",
    buckets=(0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60),
)

REST_SECONDS: Final = 0.1
REST_IN_AN_OUTAGE: Final = 1.0

AT_ONCE: Final = 20
"""How many games a ticker takes at once: others share the rest."""

LONGEST_SERVICE: Final = timedelta(seconds=5)
"""After this time a ticker that is busy with a game counts as dead, and the game is due again."""

HELD_FOR: Final = 0.1
"""Seconds from asking a bot until its move is made. Few choices take longer, and a forced card is made no sooner."""

_DUE: Final = Statement(lambda now: Game.objects.filter(due_at__lte=now).values_list("pk")[:1])
"""Whether any game is due: an idle ticker asks ten times a second."""


@dataclass(frozen=True, slots=True)
class DueMove:
    """A move of a game that was due at `due_time`. It may be made at the time `make_at` of `time.monotonic`."""

    turn: Turn
    due_time: datetime
    make_at: float

    def make(self) -> None:
        """Make the move, unless the game has changed since it was chosen."""
        with _STEPS.attempt(self.turn.code, otherwise=partial(postpone, self.turn.code, self.due_time)):
            due_steps.make(self.turn)


class HeldMoves:
    """The moves that a ticker holds back for so many seconds: how long a bot thinks could reveal hidden cards.

    All are held equally long, so the first in is the first out.
    """

    def __init__(self, seconds: float = HELD_FOR) -> None:
        self.seconds = seconds
        self._moves: deque[DueMove] = deque()

    def hold(self, move: DueMove) -> None:
        """Hold back a move until it may be made."""
        self._moves.append(move)

    def codes(self) -> list[str]:
        """Return the codes of the games whose moves are held back."""
        return [move.turn.code for move in self._moves]

    def release(self) -> None:
        """Make the moves that were held back long enough."""
        while self._moves and self._moves[0].make_at <= monotonic():
            self._moves.popleft().make()

    def finish(self) -> None:
        """Wait until all moves that are held back may be made, and make them."""
        while self._moves:
            sleep(max(0.0, self.rest(self.seconds)))
            self.release()

    def rest(self, longest: float) -> float:
        """Return the seconds until the next move may be made, or `longest` if that is less."""
        return min([longest, *(move.make_at - monotonic() for move in self._moves)])


async def run(
    when_ready: Callable[[], object] = lambda: None, before_each: Callable[[], object] = lambda: None
) -> None:
    """Serve due games until cancelled, in one thread. Any number of these tickers may run, in any process.

    It begins, and calls `when_ready`, once the bots are ready. `before_each` is called before each look. It ends once
    it has served the games that it has taken: other tickers would wait for five seconds.
    """
    processes.report(prepares=True)
    try:
        await asyncio.to_thread(bots.prepare)
    except Exception:
        logger.exception("the bots are not ready; each tries again when it has to move")
    processes.report(prepares=False, ticked_at=timezone.now())
    when_ready()
    loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1, "ticker")
    held = HeldMoves(HELD_FOR if settings.BOT_PACE else 0)
    try:
        while True:
            rest = await loop.run_in_executor(thread, _tick, held, before_each)
            if rest > 0:
                await asyncio.sleep(rest)
    finally:
        await loop.run_in_executor(thread, held.finish)


def _tick(held: HeldMoves, before_each: Callable[[], object]) -> float:
    """Serve the games that are due; return the seconds until the next look."""
    rest = REST_SECONDS
    tasks.goes_on("games")
    with _LOOKS.attempt():
        db_threads.drop_broken_connections()
        before_each()
        processes.note(ticked_at=timezone.now())
        rest = 0.0 if serve_due(held) else held.rest(REST_SECONDS)
    return REST_IN_AN_OUTAGE if _LOOKS.in_outage else rest


def serve_due(held: HeldMoves | None = None) -> int:
    """Serve the games that are due, most overdue first, each in its own transaction; return how many were served.

    New moves are added to `held`; without it they are made at once.
    """
    held = HeldMoves(0) if held is None else held
    plans.play_due()
    held.release()
    taken = _take(held)
    for code, due_time, since in taken:
        LATE.observe((timezone.now() - since).total_seconds())
        _serve(code, due_time, held)
        STEPS.inc()
        held.release()
    return len(taken)


def _take(held: HeldMoves) -> list[tuple[str, datetime, datetime]]:
    """Return the codes of games that are due, with their due times, and since when they are. A game whose due time
    differs later has changed.
    """
    if not _DUE.all(timezone.now()):
        return []
    due = _due_games().exclude(code__in=held.codes()).order_by("due_at")
    if not connection.features.has_select_for_update_skip_locked:
        return [(code, at, at) for code, at in due.values_list("code", "due_at")[:AT_ONCE] if at]
    put_off = timezone.now() + LONGEST_SERVICE
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True, no_key=True)
        games = list(free.values_list("pk", "code", "due_at")[:AT_ONCE])
        if games:
            game_rows.put_off(Game.objects.filter(pk__in=[key for key, _code, _since in games]), put_off)
    return [(code, put_off, since) for _key, code, since in games if since]


def _serve(code: str, due_time: datetime, held: HeldMoves) -> None:
    make_at = monotonic() + held.seconds
    with _STEPS.attempt(code, otherwise=partial(postpone, code, due_time)):
        if turn := due_steps.decide(code, due_time):
            held.hold(DueMove(turn, due_time, make_at))


def postpone(code: str, due_time: datetime) -> None:
    """Try a failing game again in a minute, unless it has changed meanwhile."""
    game_rows.put_off(Game.objects.filter(code=code, due_at=due_time), timezone.now() + timedelta(minutes=1))


def _due_games() -> QuerySet[Game]:
    return Game.objects.filter(due_at__lte=timezone.now())


def backlog() -> tuple[int, timedelta]:
    """Return how many games are due, and by how much the most overdue of them is late."""
    now = timezone.now()
    backlog = _due_games().aggregate(games=Count("pk"), oldest=Min("due_at"))
    return backlog["games"], now - (backlog["oldest"] or now)
