"""Three browsers at one table, and the time until all of them have received a move."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from time import perf_counter

from tests.benchmarks.load.moves import Move
from tests.benchmarks.load.sockets import Connection


class Browser(ABC):
    """One player's browser at one table: the newest version it was shown, and the text that showed it."""

    def __init__(self) -> None:
        self.version = -1
        self.newest = b""
        self.connections: list[Connection] = []

    def sits_at(self, table: "Table") -> None:
        self._table = table

    @abstractmethod
    async def connect(self) -> None:
        """Open what the player's page opens."""

    def make(self, move: Move, version: int) -> None:
        """Send a move of someone who saw the table at `version`; a browser that only looks can't."""
        raise NotImplementedError

    def hurry(self, move: Move, version: int) -> None:
        """The same in the quickest way there is, where nobody measures."""
        self.make(move, version)

    @abstractmethod
    def version_in(self, text: bytes) -> int:
        """Which version of the table a text from the server shows; -1 if none."""

    @property
    def bytes_received(self) -> int:
        return sum(connection.bytes_received for connection in self.connections)

    def show(self, text: bytes) -> None:
        version = self.version_in(text)
        if version > self.version:
            self.version, self.newest = version, text
            self._table.showed()

    def fail(self, error: Exception) -> None:
        self._table.failed(error)

    def close(self) -> None:
        for connection in self.connections:
            connection.close()


class Table:
    """A table and its three players' browsers; `version` is what all three of them show."""

    def __init__(self, code: str, browsers: Sequence[Browser]) -> None:
        self.code = code
        self.browsers = browsers
        self.version = -1
        self._awaited = 0
        self._all_there: asyncio.Future[float] | None = None
        self._failure: Exception | None = None
        for browser in browsers:
            browser.sits_at(self)

    async def open(self) -> None:
        """Connect the browsers one after the other; return once each shows the table."""
        for browser in self.browsers:
            await browser.connect()
        await self._all_show(0)
        self.version = max(browser.version for browser in self.browsers)
        await self._all_show(self.version)

    async def make(self, move: Move) -> float:
        """Make a move; return the seconds from sending it until the last of the three browsers shows its outcome."""
        sent = perf_counter()
        self.browsers[move.player].make(move, self.version)
        return await self._next_version() - sent

    async def hurry(self, move: Move) -> None:
        """Make a move in the quickest way there is."""
        self.browsers[move.player].hurry(move, self.version)
        await self._next_version()

    @property
    def bytes_received(self) -> int:
        return sum(browser.bytes_received for browser in self.browsers)

    def showed(self) -> None:
        """One of the browsers shows a newer version."""
        there = self._all_there
        if there is not None and not there.done() and self._is_everywhere():
            there.set_result(perf_counter())

    def failed(self, error: Exception) -> None:
        """What was awaited will not come."""
        self._failure = error
        if self._all_there is not None and not self._all_there.done():
            self._all_there.set_exception(error)

    def close(self) -> None:
        for browser in self.browsers:
            browser.close()

    def _is_everywhere(self) -> bool:
        return all(browser.version >= self._awaited for browser in self.browsers)

    async def _next_version(self) -> float:
        self.version += 1
        return await self._all_show(self.version)

    async def _all_show(self, version: int) -> float:
        """Wait until all browsers show this version; return when that was. Raises what made one of them fail."""
        if self._failure is not None:
            raise self._failure
        self._awaited = version
        self._all_there = asyncio.get_running_loop().create_future()
        self.showed()
        return await self._all_there
