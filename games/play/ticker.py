"""The games' ticker: moves of bots, time-outs, dealing, and closing abandoned tables.

The next such step is a due time on the game's row, so any process can do it and a restart loses none. On PostgreSQL a
ticker that takes games out of this queue skips the rows that others lock at that moment, and puts off the due times of
those it takes: nobody else finds them while it is busy with them. SQLite is for a single ticker.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from prometheus_client import Counter, Histogram

from accounts.base import db_threads, tasks
from accounts.base.outages import Attempt, Attempts
from accounts.base.statements import Statement
from accounts.site_config import processes
from games import bots
from games.models import Game
from games.play import bot_moves, due_steps, game_rows, plans, queue, table_cache, thinking_pool
from games.play.bot_moves import Choice, Position, known_choices
from games.play.bot_timing import HELD_FOR
from games.play.due_steps import Due
from games.play.moves import Move
from games.play.thinking_pool import Purpose
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

GATHERED_FOR: Final = 0.02
"""For how many seconds chosen moves are gathered, to be made in one transaction, while other choices are pending."""

AT_ONCE: Final = 20
"""How many games a ticker takes at once: others share the rest."""

LOOKED_AT: Final = 4 * AT_ONCE
"""Among how many of the most overdue games it chooses those."""

OWN_FIRST: Final = timedelta(seconds=2)
"""By how much longer other games have to be overdue than those whose tables this process has in memory. To load a table
takes as long as its step; so each ticker goes on with its games, until another one has much less to do or it dies.
"""

LONGEST_SERVICE: Final = timedelta(seconds=5)
"""After this time a ticker that is busy with a game counts as dead, and the game is due again."""

_DUE: Final = Statement(lambda now: Game.objects.filter(due_at__lte=now).values_list("pk")[:1])
"""Whether any game is due, a query that an idle ticker makes ten times a second."""
_NEXT: Final = Statement(
    lambda now, until: (
        Game.objects.filter(due_at__gt=now, due_at__lte=until).order_by("due_at").values_list("due_at")[:1]
    )
)


class _DueGame(NamedTuple):
    """A game that is due since `due_at`."""

    pk: int
    code: str
    version: int
    due_at: datetime

    @property
    def is_in_memory(self) -> bool:
        """Whether this process has the table as it is now."""
        table = table_cache.look_up(self.code)
        return table is not None and table.game.version == self.version


@dataclass(frozen=True, slots=True)
class DueMove:
    """A move of a game that was due at `due_time`, made `of` the action that is `chosen`. It may be made at the time
    `make_at` of `time.monotonic`.
    """

    code: str
    due_time: datetime
    make_at: float
    chosen: Future[Move]
    of: Callable[[Move], Turn]

    @property
    def may_be_made(self) -> bool:
        """Whether the move is chosen and has been held back long enough."""
        return self.make_at <= monotonic() and self.chosen.done()

    def attempt(self) -> Attempt:
        """Log a failure to make the move, and try again in a minute."""
        return _STEPS.attempt(self.code, otherwise=partial(postpone, self.code, self.due_time))

    def turn(self) -> Turn | None:
        """Return the move; if choosing it has failed, log that, and try again in a minute."""
        with _STEPS.part(self.code, otherwise=partial(postpone, self.code, self.due_time)):
            return self.of(self.chosen.result())
        return None


class HeldMoves:
    """The moves that bots are choosing, and chosen moves that a ticker holds back for some seconds, because a bot's
    thinking time could reveal hidden cards.
    """

    def __init__(self, seconds: float = HELD_FOR) -> None:
        self.seconds = seconds
        self.moves: list[DueMove] = []

    def hold(self, move: DueMove) -> None:
        """Hold back a move until it may be made."""
        self.moves.append(move)

    def codes(self) -> list[str]:
        """Return the codes of the games whose moves are chosen or held back."""
        return [move.code for move in self.moves]

    @property
    def unchosen(self) -> int:
        """How many moves bots have not chosen yet."""
        return sum(not move.chosen.done() for move in self.moves)

    def release(self) -> None:
        """Make the moves that were held back long enough, all in one transaction."""
        ready = [move for move in self.moves if move.may_be_made]
        if ready:
            self.moves = [move for move in self.moves if move not in ready]
            _make(ready)

    def finish(self) -> None:
        """Wait until all moves are chosen and may be made, and make them."""
        while self.moves:
            sleep(self.rest(REST_SECONDS))
            self.release()

    def rest(self, longest: float) -> float:
        """Return the seconds until the next move may be made, or `longest` if that is less.

        If bots need longer to choose than these moves are held back, wait for them a short while and return 0.
        """
        now = monotonic()
        if late := [move.chosen for move in self.moves if move.make_at <= now]:
            wait(late, min(longest, GATHERED_FOR))
            return 0.0
        return min([longest, *(move.make_at - now for move in self.moves)])


def _make(moves: Iterable[DueMove]) -> None:
    """Make these moves, unless their games have changed since they were chosen."""
    chosen = [(move, turn) for move in moves if (turn := move.turn())]
    failures = due_steps.make([turn for _, turn in chosen])
    for (move, _), failure in zip(chosen, failures, strict=True):
        with move.attempt():
            if failure is not None:
                raise failure


async def run(
    when_ready: Callable[[], object] = lambda: None, before_each: Callable[[], object] = lambda: None
) -> None:
    """Process due games until cancelled, in one thread. Any number of these tickers may run, in any process.

    It begins, and calls `when_ready`, once the bots are ready. `before_each` is called before each check. When
    cancelled, it first finishes the games it has taken, since other tickers would wait five seconds for them.
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
    """Process the games that are due; return the seconds until the next check."""
    rest = REST_SECONDS
    tasks.goes_on("games")
    with _LOOKS.attempt():
        db_threads.drop_broken_connections()
        before_each()
        processes.note(ticked_at=timezone.now())
        rest = 0.0 if serve_due(held) else held.rest(until_next())
    return REST_IN_AN_OUTAGE if _LOOKS.in_outage else rest


def serve_due(held: HeldMoves | None = None) -> int:
    """Serve the games that are due, most overdue first; return how many were served.

    New moves are added to `held`; without it they are made at once.
    """
    moves = HeldMoves(0) if held is None else held
    plans.play_due()
    moves.release()
    taken = _take(moves)
    if taken:
        _serve(taken, moves)
    if held is None:
        moves.finish()
    return len(taken)


def until_next() -> float:
    """Return the seconds until the next game will be due, or REST_SECONDS if that is less.

    Bots pause for longer than that, so an idle ticker of any process comes to their moves when they are due.
    """
    now = timezone.now()
    soon = _NEXT.all(now, now + timedelta(seconds=REST_SECONDS))
    return (soon[0][0] - now).total_seconds() if soon and soon[0][0] else REST_SECONDS


def _take(held: HeldMoves) -> list[Due]:
    """Return games that are due, only as many as bots can soon choose for; on PostgreSQL their due times are put off.

    A game whose due time differs later has changed.
    """
    most = AT_ONCE - held.unchosen
    if most <= 0 or not _DUE.all(timezone.now()):
        return []
    games = _first_of(_due_games().exclude(code__in=held.codes()))[:most]
    if not connection.features.has_select_for_update_skip_locked:
        return [Due(game.code, game.version, game.due_at, game.due_at) for game in games]
    put_off = timezone.now() + LONGEST_SERVICE
    with transaction.atomic():
        due = _due_games().filter(pk__in=[game.pk for game in games])
        free = set(due.select_for_update(skip_locked=True, no_key=True).values_list("pk", "version"))
        taken = [game for game in games if (game.pk, game.version) in free]
        if taken:
            game_rows.put_off(Game.objects.filter(pk__in=[game.pk for game in taken]), put_off)
    return [Due(game.code, game.version, game.due_at, put_off) for game in taken]


def _first_of(due: QuerySet[Game]) -> list[_DueGame]:
    """Return the most overdue games, in the order in which this process should serve them (see `OWN_FIRST`)."""
    rows = due.order_by("due_at").values_list("pk", "code", "version", "due_at")[:LOOKED_AT]
    games = [_DueGame(pk, code, version, due_at) for pk, code, version, due_at in rows if due_at]
    return sorted(games, key=lambda game: game.due_at - (OWN_FIRST if game.is_in_memory else timedelta(0)))


def _serve(taken: Sequence[Due], held: HeldMoves) -> None:
    """Do what is due in these games; a move is held back until it may be made, and meanwhile its bot chooses."""
    make_at = monotonic() + held.seconds
    moves = _moves_in_cache(taken)
    for due in taken:
        LATE.observe((timezone.now() - due.since).total_seconds())
        if due.code not in moves:
            with _part(due):
                if move := due_steps.decide(due.code, due.at):
                    moves[due.code] = move
                else:
                    _STEPS.worked(due.code)
        STEPS.inc()
        held.release()
    known = known_choices(move for move in moves.values() if isinstance(move, Choice))
    for due in taken:
        if due.code in moves:
            with _part(due):
                held.hold(DueMove(due.code, due.at, make_at, *_chosen(moves[due.code], known)))


def _moves_in_cache(taken: Iterable[Due]) -> dict[str, Turn | Choice]:
    """Return what is due in those games whose tables are in the cache, if it is a move."""
    moves = dict[str, Turn | Choice]()
    with queue.alone():
        for due in taken:
            with _part(due):
                if move := due_steps.move_in_cache(due):
                    moves[due.code] = move
    return moves


def _chosen(move: Turn | Choice, known: Mapping[Position, Any]) -> tuple[Future[Move], Callable[[Move], Turn]]:
    """Return the action, as soon as a bot has chosen it, and the function that makes a turn of it. A `known` choice
    also waits for a thread, so that its speed does not reveal that somebody has reached this position before.
    """
    if isinstance(move, Turn):
        chosen = Future[Move]()
        chosen.set_result(move.action)
        return chosen, lambda _action: move
    action = move.known(known)
    if action is None:
        return bot_moves.choose(move), move.turn
    return thinking_pool.submit(Purpose.TABLE, lambda: action), partial(move.turn, is_known=True)


def _part(due: Due) -> Attempt:
    return _STEPS.part(due.code, otherwise=partial(postpone, due.code, due.at))


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
