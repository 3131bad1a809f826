"""Readings that are shared: each brings the version that was announced, and none is waited for after its end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace
from typing import cast

from games.play.queries import TableNow
from games.sockets.readings import Readings
from tests.live.rounds import until_all_wait


class Database:
    """A table that is one version further with every reading; a reading ends when it is let."""

    def __init__(self) -> None:
        self.let = asyncio.Event()
        self.versions: Iterator[int] = count(1)
        self.readings = 0

    async def read(self, _code: str) -> TableNow:
        self.readings += 1
        now = SimpleNamespace(version=next(self.versions))
        await self.let.wait()
        return cast(TableNow, now)


async def test_who_waits_for_the_same_table_shares_a_reading() -> None:
    database = Database()
    readings = Readings(database.read)
    asked = [asyncio.create_task(readings.at_least(1, "table")) for _ in range(3)]
    await until_all_wait()
    database.let.set()
    assert [now.version for now in await asyncio.gather(*asked)] == [1, 1, 1]
    assert database.readings == 1


async def test_a_reading_begun_too_early_is_followed_by_another() -> None:
    database = Database()
    database.let.set()
    assert (await Readings(database.read).at_least(2, "table")).version == 2


async def test_who_asks_in_the_moment_a_reading_ends_gets_a_new_one() -> None:
    database = Database()
    readings = Readings(database.read)
    first = asyncio.create_task(readings.at_least(1, "table"))
    await until_all_wait()
    database.let.set()
    # Its first step comes right after the last one of the reading, before anything else learns of its end.
    second = asyncio.create_task(readings.at_least(2, "table"))
    assert ((await first).version, (await second).version) == (1, 2)
    assert database.readings == 2


async def test_who_stops_waiting_does_not_stop_the_others() -> None:
    database = Database()
    readings = Readings(database.read)
    gone, here = (asyncio.create_task(readings.at_least(1, "table")) for _ in range(2))
    await until_all_wait()
    gone.cancel()
    database.let.set()
    assert (await here).version == 1
