"""Turns that wait for the queue, and what became of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import Action, Play
from games.models import Game
from games.play import queue, table_cache
from games.play.turns import Turn
from tests.tables import people_to_act, sensible, snapshot_for, state_of, three_people

SECONDS = 30


def next_action(code: str) -> Action:
    """Return what a bot would do in the place of the player the deal waits for."""
    return sensible(code, people_to_act(snapshot_for(code))[0])


def next_turn(code: str) -> Turn:
    return Turn(code, next_action(code), snapshot_for(code).version)


def illegal_turn(code: str) -> Turn:
    """Return a turn with a card while players still bid."""
    player = people_to_act(snapshot_for(code))[0]
    return Turn(code, Play(player, state_of(code).dealt[player][0]), snapshot_for(code).version)


def versions(codes: list[str]) -> list[int]:
    """Return the versions of these tables in the database."""
    return [Game.objects.get(code=code).version for code in codes]


def loaded_tables(count: int) -> list[str]:
    """Return tables at which one move was made, so that the cache has them."""
    codes = [three_people() for _ in range(count)]
    for code in codes:
        queue.take(next_turn(code))
    return codes


def unread_tables(count: int) -> list[str]:
    """Return tables like these that nobody of this process has loaded since."""
    codes = loaded_tables(count)
    table_cache.clear()
    return codes


def write(*waiting: Turn) -> list[type[BaseException] | None]:
    """Let these turns wait together and be written; return what each was refused for, None if it was not."""
    outcomes = [queue.submit(turn) for turn in waiting]
    queue.write_waiting()
    return [refusal_in(outcome) for outcome in outcomes]


def refusal_in(outcome: Future[None]) -> type[BaseException] | None:
    refusal = outcome.exception(SECONDS)
    return None if refusal is None else type(refusal)


@contextmanager
def transactions() -> Iterator[list[str]]:
    """Collect the statements that commit a transaction of this thread."""
    committed: list[str] = []
    with CaptureQueriesContext(connection) as queries:
        yield committed
    committed += [query["sql"] for query in queries if query["sql"] == "COMMIT"]


@contextmanager
def another_process() -> Iterator[None]:
    """Let what happens inside happen in another process, of which this one's cache gets no message."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_cache, "check_out", lambda _code: None)
        patch.setattr(table_cache, "discard", lambda _code: None)
        patch.setattr(table_cache, "publish_on_commit", lambda _table: None)
        yield


def connected(work: Callable[[], object]) -> object:
    """Do this in a thread, and close the thread's database connection."""
    try:
        return work()
    finally:
        connection.close()
