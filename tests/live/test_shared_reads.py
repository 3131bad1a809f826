"""Browsers that wait for the same version of a table share one read of the database."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import pytest

from accounts.base import db_threads
from games.models import Game
from games.play import loading
from games.play.snapshot import FullSnapshot
from games.sockets import shared
from tests.live.event_loop import until_all_wait


class Database:
    """A table that is one version further with every read; reads end once they may."""

    def __init__(self) -> None:
        self.may_end = asyncio.Event()
        self.reads = 0

    async def read(self, _code: str) -> SimpleNamespace:
        self.reads += 1
        snapshot = SimpleNamespace(base=SimpleNamespace(version=self.reads))
        await self.may_end.wait()
        return snapshot


@pytest.fixture
async def database(monkeypatch: pytest.MonkeyPatch) -> Database:
    """Return what the sockets of this test read from."""
    database = Database()

    def in_thread(work: Callable[..., FullSnapshot]) -> Callable[[str], Awaitable[SimpleNamespace]]:
        assert work is shared._read
        return database.read

    monkeypatch.setattr(db_threads, "in_thread", in_thread)
    return database


def wait_for(version: int) -> asyncio.Task[FullSnapshot]:
    """Let one more browser wait for this version."""
    return asyncio.create_task(shared.of_this_loop().read("nowhere", version))


async def test_browsers_that_wait_for_one_version_share_a_read(database: Database) -> None:
    waiting = [wait_for(1) for _ in range(3)]
    await until_all_wait()
    database.may_end.set()
    assert [snapshot.base.version for snapshot in await asyncio.gather(*waiting)] == [1, 1, 1]
    assert database.reads == 1


async def test_read_of_an_older_version_is_followed_by_another(database: Database) -> None:
    database.may_end.set()
    assert (await wait_for(2)).base.version == 2


async def test_browser_that_asks_in_the_moment_a_read_ends_gets_a_new_read(database: Database) -> None:
    first = wait_for(1)
    await until_all_wait()
    database.may_end.set()
    # Its first step comes right after the last one of the read, before anything else learns of its end.
    second = wait_for(2)
    async with asyncio.timeout(10):
        assert ((await first).base.version, (await second).base.version) == (1, 2)
    assert database.reads == 2


async def test_browser_that_leaves_does_not_end_the_read_of_the_others(database: Database) -> None:
    gone, here = (wait_for(1) for _ in range(2))
    await until_all_wait()
    gone.cancel()
    database.may_end.set()
    assert (await here).base.version == 1


async def test_browsers_that_look_at_one_table_at_once_share_a_read(monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    monkeypatch.setattr(loading, "game_by_code", reads.append)
    look = shared.of_this_loop().game
    await asyncio.gather(*(look(code) for code in ("here", "there", "here", "here")))
    assert sorted(reads) == ["here", "there"]


async def test_browser_that_looks_while_the_table_is_read_gets_a_new_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have joined the table's group after the read began, and so have missed a change."""
    loop, look = asyncio.get_running_loop(), shared.of_this_loop().game
    began, may_end, games = asyncio.Event(), threading.Event(), [Game(code="before"), Game(code="after")]

    def read(_code: str) -> Game:
        loop.call_soon_threadsafe(began.set)
        may_end.wait(30)
        return games.pop(0)

    monkeypatch.setattr(loading, "game_by_code", read)
    first = asyncio.create_task(look("here"))
    await began.wait()
    second = asyncio.create_task(look("here"))
    await until_all_wait()
    may_end.set()
    assert [(await first).code, (await second).code] == ["before", "after"]
