"""The games' ticker: moves of bots, time-outs, dealing, and closing abandoned tables.

The next such step is a due time on the game's row, so any process can do it and a restart loses none. On PostgreSQL a
ticker that takes games out of this queue skips the rows that others lock at that moment, and puts off the due times of
those it takes: nobody else finds them while it is busy with them. SQLite is for a single ticker.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Min, QuerySet
from django.utils import timezone
from prometheus_client import Counter

from accounts.base import counters, db_threads
from accounts.base.outages import OUTAGE
from accounts.site_config import processes
from games import bots
from games.engine import Phase, Play, legal_cards, view_for
from games.models import Author, Game, Seat, Stage
from games.play import bot_timing, clocks, loading, presence, progress, proofs, proposals, queue, turns
from games.play.bot_moves import choose_turn
from games.play.bot_timing import due_at
from games.play.errors import NoDealNow, NotPossible, StaleGame
from games.play.held_moves import HELD_FOR, HeldMoves
from games.play.table import Table
from games.play.turns import Turn
from games.pubsub import groups

logger = logging.getLogger(__name__)

STEPS: Final = Counter("spades_ticker_steps_total", "Steps of games that the ticker of this process has taken.")

REST_SECONDS: Final = 0.1
REST_IN_AN_OUTAGE: Final = 1.0

LONGEST_LAG: Final = timedelta(seconds=5)
"""How late a step that is due may be made, or a ticker look for one, before something is wrong."""

SHORT_OUTAGE_BY_TURNS: Final = timedelta(minutes=10)
"""How late a time-out may come in a game by turns: so much is little beside the days for a move."""

AT_ONCE: Final = 20
"""How many games a ticker takes at once: others share the rest."""

LONGEST_SERVICE: Final = timedelta(seconds=5)
"""After this time a ticker that is busy with a game counts as dead, and the game is due again."""

OPEN_FOR: Final = timedelta(days=1)
"""How long a table without players present stays open; it leaves the lobby long before."""

OPEN_FOR_BY_TURNS: Final = timedelta(days=14)
"""How long a table for a game by turns stays open, in the lobby too: nobody has to be there at the same time."""


async def run(when_ready: Callable[[], object] = lambda: None) -> None:
    """Serve due games until cancelled, in one thread. Any number of these tickers may run, in any process.

    It begins, and calls `when_ready`, once the bots are ready. It ends once it has served the games that it has taken:
    other tickers would wait for five seconds.
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
            rest = await loop.run_in_executor(thread, _tick, held)
            if rest > 0:
                await asyncio.sleep(rest)
    finally:
        await loop.run_in_executor(thread, held.finish)


def _tick(held: HeldMoves) -> float:
    """Serve the games that are due; return the seconds until the next look."""
    try:
        db_threads.drop_broken_connections()
        processes.note(ticked_at=timezone.now())
        return 0.0 if serve_due(held) else held.rest(REST_SECONDS)
    except OUTAGE as error:
        logger.warning("the ticker could not look for due games; it goes on: %s", error)
        return REST_IN_AN_OUTAGE
    except Exception:
        logger.exception("the ticker could not look for due games; it goes on")
        return REST_SECONDS


def serve_due(held: HeldMoves | None = None) -> int:
    """Serve the games that are due, most overdue first, each in its own transaction; return how many were served.

    New moves are added to `held`; without it they are made at once.
    """
    held = HeldMoves(0) if held is None else held
    held.release()
    taken = _take(held)
    for code, due_time in taken:
        _serve(code, due_time, held)
        STEPS.inc()
        held.release()
    return len(taken)


def _take(held: HeldMoves) -> list[tuple[str, datetime]]:
    """Return the codes of games that are due, with due times that are still the games' until somebody changes them."""
    due = _due_games().exclude(code__in=list(held)).order_by("due_at")
    if not connection.features.has_select_for_update_skip_locked:
        return [(code, at) for code, at in due.values_list("code", "due_at")[:AT_ONCE] if at]
    put_off = timezone.now() + LONGEST_SERVICE
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True, no_key=True)
        games = dict(free.values_list("pk", "code")[:AT_ONCE])
        if games:
            Game.objects.filter(pk__in=games).update(due_at=put_off)
    return [(code, put_off) for code in games.values()]


def _serve(code: str, due_time: datetime, held: HeldMoves) -> None:
    asked = monotonic()
    move = _try(partial(decide, code, due_time), code, due_time)
    if move is not None:
        held.hold(code, asked, partial(_try, partial(make, move), code, due_time))


def _try(step: Callable[[], Turn | None], code: str, due_time: datetime) -> Turn | None:
    """Run a step. After a failure it is tried later.

    An outage, such as a database that is locked, says nothing about the game, which stays due.
    """
    try:
        return step()
    except OUTAGE as error:
        logger.warning("game %s could not be served: %s", code, error)
    except Exception:
        logger.exception("game %s could not be served", code)
        postpone(code, due_time)
    return None


def postpone(code: str, due_time: datetime) -> None:
    """Try a failing game again in a minute, unless it has changed meanwhile."""
    Game.objects.filter(code=code, due_at=due_time).update(due_at=timezone.now() + timedelta(minutes=1))


def _due_games() -> QuerySet[Game]:
    return Game.objects.filter(due_at__lte=timezone.now())


def backlog() -> tuple[int, timedelta]:
    """Return how many games are due, and by how much the most overdue of them is late."""
    now = timezone.now()
    backlog = _due_games().aggregate(games=Count("pk"), oldest=Min("due_at"))
    return backlog["games"], now - (backlog["oldest"] or now)


def decide(code: str, due_time: datetime) -> Turn | None:
    """Do the step of a game that was due at this time, unless the game has changed since. If it is a move, return it;
    it is not made yet.

    A bot chooses its move while the game is not locked, so that nobody has to wait for it; if the game changes
    meanwhile, the move is dropped.
    """
    with queue.change(code) as game:
        choose = _next_step(game) if game.due_at == due_time else None
    return choose() if choose else None


def make(move: Turn) -> None:
    """Make the move, unless the game has changed since it was chosen."""
    with suppress(StaleGame, NoDealNow, NotPossible):
        queue.take(move)
        if move.author is Author.CLOCK:
            counters.increment(counters.Counter.TIME_OUT)


def _next_step(game: Game) -> Callable[[], Turn] | None:
    """Do the step of a locked game that is due; if it is a move, return how a bot chooses it."""
    if game.stage == Stage.DEAL:
        return _next_move(game)
    if game.stage == Stage.OPEN:
        _look_after(game)
    elif Stage(game.stage).waits_for_deal:
        turns.start_deal(game)
    return None


def _look_after(game: Game) -> None:
    """Close a table that waits for players if nobody has been there for long; else set the next look."""
    now = timezone.now()
    deserted = not presence.not_deserted([game.code])
    if deserted and now - game.updated_at >= (OPEN_FOR_BY_TURNS if game.is_by_turns else OPEN_FOR):
        progress.close(game)
        return
    if deserted and game.public:
        groups.lobby_changed_on_commit()
    since = now if presence.is_remembered(game.code) else game.updated_at
    Game.objects.filter(pk=game.pk).update(due_at=due_at(game, (), None, now), updated_at=since)


def _next_move(game: Game) -> Callable[[], Turn] | None:
    """Return the choice of the first bot whose turn it is, of a bot for a player whose time is up, or a forced card.

    A proposal that was not answered in time is refused here.
    """
    table, now = loading.load(game), timezone.now()
    waiting = [seat for seat in table.seats if seat.waiting_since is not None]
    lapse = clocks.lapses_at(game, waiting)
    if lapse is not None and lapse <= now:
        proposals.lapse(game)
        return None
    of_bots = [seat for seat in waiting if seat.bot_plays and lapse is None]
    if missed := _missed(game, waiting, now):
        _give_time_again(game, missed, now)
        return None
    late = _late(game, waiting, now)
    if of_bots or late:
        return _move_of_bot(game, table, (of_bots + late)[0])
    if forced := _forced(game, table, waiting, now):
        return lambda: forced
    progress.save(game)  # nothing is due after all: the due time is worked out anew
    return None


def _missed(game: Game, seats: Iterable[Seat], now: datetime) -> list[Seat]:
    """Return the seats whose time was up long ago: no ticker has run since, and maybe no site at all."""
    return _late(game, seats, now - (SHORT_OUTAGE_BY_TURNS if game.is_by_turns else LONGEST_LAG))


def _give_time_again(game: Game, seats: Iterable[Seat], now: datetime) -> None:
    """Give players of a locked game the whole time for their move again, or in a game by turns half a day of it."""
    for seat in seats:
        clocks.forgive(game, seat, now)
        if game.is_by_turns:
            clocks.set_time_left(game, seat, clocks.DAY / 2)
        seat.save(update_fields=["waiting_since", "used"])
    progress.changed(game)


def _late(game: Game, seats: Iterable[Seat], moment: datetime) -> list[Seat]:
    """Return the seats whose time was up at this moment."""
    return [seat for seat in seats if (deadline := clocks.deadline(game, seat)) and deadline <= moment]


def _move_of_bot(game: Game, table: Table, seat: Seat) -> Callable[[], Turn]:
    """Return how a bot chooses its move, or that of a player whose time is up.

    Where it looks at the dummy is part of the deal (docs/fairness.md).
    """
    assert table.state is not None, "a deal is under way"
    assert table.deal is not None
    author = Author.BOT if seat.bot_plays else Author.CLOCK
    if table.state.phase is Phase.PEEKING:
        peek = proofs.peek_of_bot(game, table.deal, table.seats, view_for(table.state, seat.player))
        return partial(Turn, game.code, peek, game.version, author)
    return partial(choose_turn, game, table.state, seat.player, author)


def _forced(game: Game, table: Table, seats: Iterable[Seat], now: datetime) -> Turn | None:
    """Return the only card that a player may play who has asked for that, if it is time to play it."""
    for seat in seats:
        at = bot_timing.forced_at(game, seat, table.state)
        if at is not None and at <= now:
            assert table.state is not None
            [card] = legal_cards(table.state)
            return Turn(game.code, Play(seat.player, card), game.version)
    return None
