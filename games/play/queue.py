"""The queue of turns and the only writer of games in a process: load, decide, append, commit, publish.

Turns that are waiting when a transaction begins share it, because the commit is the most expensive part of a move. The
first thread to get the lock writes the turns of all threads.
"""

import logging
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, nullcontext
from functools import partial
from threading import RLock
from time import monotonic
from typing import Final

from django.db import OperationalError, connection, transaction
from prometheus_client import Histogram

from accounts.base import db_threads
from accounts.base.outages import Attempts, has_waited
from accounts.site_config import downtime
from games.models import Game
from games.play import game_rows, loading, table_cache, turns
from games.play.errors import AlreadyDealt, AlreadyMade, OtherChoice, StaleGame
from games.play.game_rows import Draft
from games.play.moves import Move
from games.play.table import Table
from games.play.turns import REFUSALS, Turn

logger = logging.getLogger(__name__)

LONGEST_WAIT: Final = 10.0
"""Seconds for which a thread waits for the one that writes. The database may be slow or locked for each before it."""

MOST_AT_ONCE: Final = 50
"""The most turns in one transaction: with more, the first of them would wait too long."""

_SECONDS: Final = Histogram(
    "spades_move_seconds",
    "Seconds from a turn’s arrival in the queue to its commit (made), or to its refusal.",
    ["outcome"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)

_made, _refused = _SECONDS.labels("made"), _SECONDS.labels("refused")

_writes: Final = Attempts(logger, "turns could not be written")

_waiting: deque[tuple[Turn, Future[None]]] = deque()
_writing: Final = RLock()


def submit(turn: Turn) -> Future[None]:
    """Add a turn to the queue for the next transaction, which `write_waiting` begins.

    The future is done when the turn is committed, or raises why it was refused: Game.DoesNotExist, NoDealNow, StaleGame
    (AlreadyMade or AlreadyDealt if the turn's purpose is already reached), NotPossible or an `IllegalAction`.
    """
    outcome: Future[None] = Future()
    outcome.add_done_callback(partial(_measure, monotonic()))
    _waiting.append((turn, outcome))
    return outcome


def _measure(began: float, outcome: Future[None]) -> None:
    if not outcome.cancelled():
        (_refused if outcome.exception() else _made).observe(monotonic() - began)


def write_waiting(*, patient: bool = False) -> None:
    """Write all turns of the queue, in transactions of at most MOST_AT_ONCE, except those that were cancelled.

    Raises OperationalError if another thread is writing for more than LONGEST_WAIT, unless the caller is `patient`.
    """
    with alone(patient=patient):
        while _waiting:
            taken = [_waiting.popleft() for _ in range(min(len(_waiting), MOST_AT_ONCE))]
            batch = [(turn, outcome) for turn, outcome in taken if outcome.set_running_or_notify_cancel()]
            refusals = _write([turn for turn, _ in batch])
            for (_, outcome), refusal in zip(batch, refusals, strict=True):
                outcome.set_exception(refusal) if refusal else outcome.set_result(None)


def take_turn(*, code: str, action: Move, version: int) -> None:
    """Take a turn of a player who saw the game at `version`. Raises the errors of `submit`."""
    take(Turn(code, action, version))


def take(turn: Turn) -> None:
    """Take one turn and wait for its commit. Within a transaction of the caller it is written at once."""
    [refusal] = take_all([turn])
    if refusal is not None:
        raise refusal


def take_all(taken: Sequence[Turn]) -> list[BaseException | None]:
    """Take turns together and wait for their commits; return for each why it was refused, or None.

    Within a transaction of the caller they are written at once.
    """
    if connection.in_atomic_block:
        return [_take_loaded(turn) for turn in taken]
    outcomes = [submit(turn) for turn in taken]
    try:
        write_waiting()
    except OperationalError as error:
        return [error if outcome.cancel() else outcome.exception() for outcome in outcomes]
    return [outcome.exception() for outcome in outcomes]


@contextmanager
def alone(*, patient: bool = False) -> Iterator[None]:
    """Keep other writers of this process out, so that no table of the cache moves on.

    Raises OperationalError as `write_waiting` does.
    """
    if not _writing.acquire(timeout=-1 if patient else LONGEST_WAIT):
        raise OperationalError("turns before this one wait for the database")
    try:
        yield
    finally:
        _writing.release()


@contextmanager
def change(code: str) -> Iterator[Game]:
    """Lock a game in a transaction, for a change that is not a turn. Raises Game.DoesNotExist."""
    # Other writers of this process are kept out. Not within a transaction of the caller: one that waits for its row
    # could keep this one waiting for the lock. There the row's lock and the version decide.
    with nullcontext() if connection.in_atomic_block else alone():
        db_threads.drop_broken_connections()
        downtime.refresh()
        with transaction.atomic():
            yield game_rows.lock(code)


def _write(batch: Sequence[Turn], *, again: bool = True) -> list[Exception | None]:
    """Write turns in one transaction; return for each why it was refused, or None.

    If the server closed the connection or broke a deadlock, turns are written `again`: one already committed is refused
    as AlreadyMade. Turns that have waited for a lock are not retried, which on SQLite is always the cause. After other
    errors, turns are written one by one.
    """
    db_threads.drop_broken_connections()
    try:
        downtime.refresh()
        try:
            refusals = _write_together(batch)
        except StaleGame:  # the cache was outdated; these tables are no longer in it
            refusals = _write_together(batch)
        _writes.worked()
        return refusals
    except OperationalError as error:
        if again and connection.vendor != "sqlite" and not has_waited(error):
            logger.info("%d turns are written again: %s", len(batch), error)
            return _write(batch, again=False)
        _writes.failed(error)
        return [error] * len(batch)
    except Exception as error:
        if not isinstance(error, OtherChoice):
            logger.exception("%d turns could not be written together", len(batch))
        return [error] if len(batch) == 1 else [_write([turn])[0] for turn in batch]


@transaction.atomic(durable=True)
def _write_together(batch: Sequence[Turn]) -> list[Exception | None]:
    """Take turns at cached tables first; then load the tables anew for refused turns, as the cache may be outdated.

    Raises StaleGame if the cache was outdated for a turn that was not refused. Returning commits the turns.
    """
    places = range(len(batch))
    draft, tables = Draft(), dict[str, Table]()
    left = [place for place in places if not _take_cached(batch[place], draft, tables)]
    if left:  # the games of the draft too: a game that is left may come before them in the order of locks
        game_rows.lock_all({turn.code for turn in batch})
    draft.write()
    refusals = {place: _take_loaded(batch[place]) for place in left}
    loaded = {batch[place].code for place, refusal in refusals.items() if refusal is None}
    moved = {batch[place].code for place in places if place not in refusals}
    for code in moved - loaded:  # a loaded table is newer, and is published already
        table_cache.publish_on_commit(tables[code])
    return [refusals.get(place) for place in range(len(batch))]


def _take_cached(turn: Turn, draft: Draft, tables: dict[str, Table]) -> bool:
    """Take a turn at a table from the cache, which is then in `tables`; return whether that was possible."""
    table = tables.get(turn.code) or table_cache.check_out(turn.code)
    if table is None:
        return False
    tables[turn.code] = table
    try:
        turns.apply(table, turn, draft)
    except REFUSALS:
        return False
    return True


def _take_loaded(turn: Turn) -> Exception | None:
    """Take a turn at the table in the database; return the refusal, if it is refused."""
    draft = Draft()
    try:
        table = loading.load(game_rows.lock(turn.code))
        turns.apply(table, turn, draft)
    except REFUSALS as refusal:
        reason = turns.explain_stale(turn, refusal)
        if isinstance(reason, AlreadyMade | AlreadyDealt):  # perhaps the connection was cut before it was announced
            table_cache.publish_on_commit(table)
        return reason
    draft.write()
    table_cache.publish_on_commit(table)
    return None
