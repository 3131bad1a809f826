"""Many browsers that have a table open and do nothing but connect again when they have lost their socket."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Any, Final

from tests.benchmarks.load.sockets import WebSocket

FIRST_DELAY: Final = 0.3
LONGEST_DELAY: Final = 3.0
"""Seconds until a page connects again, on average: at first, and after many attempts. None waits for more than twice as
long (`htmx-config` in templates/base.html).
"""

OPENING_AT_ONCE: Final = 50
LOOK_EVERY: Final = 0.05
QUIET: Final = 5.0
"""Seconds without news for anybody, after which all have been shown everything."""


class Visitor:
    """A browser at an address of its own, which shows a table."""

    def __init__(self, port: int, code: str, session: str, address: str) -> None:
        self.is_shown = False
        self.lost = self.tries = self.news = 0
        self._port, self._path, self._address = port, f"/ws/tables/{code}/", address
        host = f"127.0.0.1:{port}"
        self._headers = {"Host": host, "Origin": f"http://{host}", "Cookie": f"sessionid={session}"}

    async def stay(self) -> None:
        """Connect, and connect again, until cancelled."""
        delay = FIRST_DELAY
        while True:
            self._gone = asyncio.Event()
            self.tries += 1
            socket = WebSocket(self._path, self._headers, self._receive, self._lose)
            with suppress(OSError):
                connect = asyncio.get_running_loop().create_connection
                await connect(partial(_itself, socket), "127.0.0.1", self._port, local_addr=(self._address, 0))
                await self._gone.wait()
            delay = FIRST_DELAY if self.is_shown else min(2 * delay, LONGEST_DELAY)
            self.lost += self.is_shown
            self.is_shown = False
            await asyncio.sleep(delay * random.uniform(0, 2))

    def _receive(self, text: bytes) -> None:
        self.is_shown = True
        self.news += text.startswith(b"<")  # heartbeats do not

    def _lose(self, _error: Exception) -> None:
        self._gone.set()


class Crowd:
    """So many visitors, who share the seats of these tables: each player has several windows open."""

    def __init__(self, port: int, tables: Sequence[tuple[str, list[str]]], count: int) -> None:
        seats = [(code, session) for code, sessions in tables for session in sessions]
        self.visitors = [Visitor(port, *seats[n % len(seats)], address(n)) for n in range(count)]
        self._tasks: list[asyncio.Task[None]] = []

    async def come(self) -> None:
        """Let all of them connect, a few at once; return when each shows its table."""
        asyncio.get_running_loop().set_exception_handler(_say_nothing)
        for start in range(0, len(self.visitors), OPENING_AT_ONCE):
            some = self.visitors[start : start + OPENING_AT_ONCE]
            self._tasks += [asyncio.create_task(visitor.stay()) for visitor in some]
            await self._shown(some)

    async def wait_until_shown(self) -> None:
        """Return when nobody has been sent anything but heartbeats for `QUIET` seconds."""
        before = -1
        while before < (now := sum(visitor.news for visitor in self.visitors)):
            before = now
            await asyncio.sleep(QUIET)

    async def are_back(self, since: float) -> list[float]:
        """Return when each visitor's table was shown again, in seconds after `since`, in order."""
        back: list[float] = []
        missing = list(self.visitors)
        while missing:
            shown = [visitor for visitor in missing if visitor.is_shown]
            back += [perf_counter() - since] * len(shown)
            missing = [visitor for visitor in missing if not visitor.is_shown]
            await asyncio.sleep(LOOK_EVERY)
        return back

    async def _shown(self, visitors: Sequence[Visitor]) -> None:
        while not all(visitor.is_shown for visitor in visitors):
            await asyncio.sleep(LOOK_EVERY)

    def go(self) -> None:
        for task in self._tasks:
            task.cancel()


def address(number: int) -> str:
    """An address of this machine; two hundred visitors share one."""
    place = number // 200
    return f"127.0.{1 + place // 250}.{1 + place % 250}"


def _itself(socket: WebSocket) -> WebSocket:
    return socket


def _say_nothing(_loop: asyncio.AbstractEventLoop, _context: dict[str, Any]) -> None:
    """A handshake that the proxy refuses is tried again."""
