"""Parts that the table sockets of a process share: the thread that writes turns, heartbeats, and reads."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final

from accounts.base import db_threads
from games.models import Game
from games.play import loading, queries, queue, table_cache
from games.play.snapshot import FullSnapshot
from games.play.turns import Turn
from games.sockets.heartbeat import Heartbeat

MOST_LOOKING: Final = 10
"""How many browsers may look at their tables at the same time before what is beside the tables has to wait."""


class _Writer:
    """The thread that writes the turns of this process's sockets. It keeps its database connection."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "writer")
        self._is_called = False

    def submit(self, turn: Turn) -> Future[None]:
        """Let the turn be written together with others that arrive meanwhile."""
        outcome = queue.submit(turn)
        if not self._is_called:
            self._is_called = True
            self._thread.submit(self._write)
        return outcome

    def _write(self) -> None:
        self._is_called = False
        queue.write_waiting(patient=True)  # the browsers show already that their moves are on their way


class OfLoop:
    """The objects that the sockets of one event loop share."""

    def __init__(self) -> None:
        self.heartbeat = Heartbeat()
        self._beside = asyncio.Lock()
        self._looking = 0
        self._is_calm = asyncio.Event()
        self._is_calm.set()
        self._reading: dict[str, asyncio.Future[FullSnapshot]] = {}
        self._unread: dict[str, asyncio.Future[Game]] = {}

    @asynccontextmanager
    async def busy(self) -> AsyncIterator[bool]:
        """Count a browser that looks at its table. Yields whether so many do that only tables are to be shown now."""
        self._count(1)
        try:
            yield not self._is_calm.is_set()
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        self._looking += more
        if self._looking > MOST_LOOKING:
            self._is_calm.clear()
        else:
            self._is_calm.set()

    @asynccontextmanager
    async def after_tables(self) -> AsyncIterator[None]:
        """Wait until not many browsers look at their tables, and for others who have waited for that."""
        async with self._beside:
            await self._is_calm.wait()
            yield

    async def game(self, code: str) -> Game:
        """Return the game as `loading.game_by_code` reads it from now on; sockets of one table share a read.

        Raises Game.DoesNotExist.
        """
        reading = self._unread.get(code)
        if reading is None:
            reading = self._unread[code] = asyncio.ensure_future(db_threads.in_thread(self._game)(code))
        return await asyncio.shield(reading)

    def _game(self, code: str) -> Game:
        self._unread.pop(code, None)  # who asks from here on needs a newer one
        return loading.game_by_code(code)

    async def read(self, code: str, version: int) -> FullSnapshot:
        """Return the table at this version or a later one; sockets of one table share a read."""
        known = table_cache.full_snapshot_at(code, version)
        while known is None:
            full = await asyncio.shield(self._read(code))
            known = full if full.base.version >= version else None
        return known

    def _read(self, code: str) -> asyncio.Future[FullSnapshot]:
        """Return the current read of this table; begin one if there is none, or if it has just ended."""
        current = self._reading.get(code)
        if current is None or current.done():
            current = self._reading[code] = asyncio.ensure_future(db_threads.in_thread(_read)(code))
            current.add_done_callback(lambda ended: self._forget(code, ended))
        return current

    def _forget(self, code: str, ended: asyncio.Future[FullSnapshot]) -> None:
        if self._reading.get(code) is ended:
            del self._reading[code]


writer: Final = _Writer()
_of_loops: dict[asyncio.AbstractEventLoop, OfLoop] = {}


def of_this_loop() -> OfLoop:
    """Return what the sockets of the running event loop share."""
    loop = asyncio.get_running_loop()
    if loop not in _of_loops:
        _of_loops[loop] = OfLoop()
    return _of_loops[loop]


def _read(code: str) -> FullSnapshot:
    """Return the table in the database, and store it in the cache."""
    full = queries.full_snapshot_of(loading.game_by_code(code))
    table_cache.store(full)
    return full
