"""Streams of a table: a line of JSON for each version, while the program listens (application/x-ndjson)."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import Context, copy_context
from time import monotonic
from typing import Any, Final

from asgiref.sync import sync_to_async

from accounts.base.db_threads import twice_if_cut
from games.pubsub import groups, membership

LONGEST: Final = 300.0
"""Seconds after which a stream ends: the program opens another. So one whose program has gone away ends too."""

STILL_THERE: Final = 8.0
"""Seconds without a change after which an empty line is sent, so that proxies keep the connection, and after which the
player is noted to be at the table again, before the others could call a bot.
"""

MOST: Final = 10
"""How many streams a player may have open in a process."""

_open: Counter[int] = Counter()


class TooManyStreams(Exception):
    """The player has as many open streams as are allowed."""


class _Listener:
    """Waits for messages of a group, as sockets do."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop = asyncio.get_running_loop()
        self.context: Context = copy_context()
        self.changed = asyncio.Event()

    def on_message(self, _message: groups.Message) -> None:
        self.changed.set()

    def rejoin(self) -> None:
        self.changed.set()


def check_may_open(player: int) -> None:
    """Raise TooManyStreams if the player with this primary key has too many streams open in this process."""
    if _open[player] >= MOST:
        raise TooManyStreams


async def versions(code: str, player: int, read: Callable[[], dict[str, Any] | None]) -> AsyncIterator[bytes]:
    """Yield the table with this code, and again whenever it changes, each time as a line.

    `read` returns it for the player with this primary key, or None when the stream has to end: it runs in a thread. Of
    streams that were asked for at the same moment, those beyond the limit are empty.
    """
    if _open[player] >= MOST:
        return
    _open[player] += 1
    try:
        async with _listening(groups.group_of(code)) as listener:
            async for line in _lines(listener, sync_to_async(twice_if_cut(read))):
                yield line
    finally:
        _open[player] -= 1
        if not _open[player]:
            del _open[player]


async def _lines(listener: _Listener, read: Callable[[], Any]) -> AsyncIterator[bytes]:
    ends, last = monotonic() + LONGEST, None
    while monotonic() < ends:
        listener.changed.clear()
        table = await read()
        if table is None:
            return
        yield b"\n" if table == last else json.dumps(table).encode() + b"\n"
        last = table
        with suppress(TimeoutError):
            async with asyncio.timeout(STILL_THERE):
                await listener.changed.wait()


@asynccontextmanager
async def _listening(group: str) -> AsyncIterator[_Listener]:
    """Receive what is sent to this group, from other processes too."""
    listener, is_shared = _Listener(), groups.reaches_other_processes()
    groups.join(group, listener)
    try:
        if is_shared:
            await membership.of_this_loop().join([group])
        yield listener
    finally:
        groups.leave(group, listener)
        if is_shared:
            await membership.of_this_loop().leave([group])
