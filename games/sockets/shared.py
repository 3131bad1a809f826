"""What the table sockets of a process share: the thread that writes turns, frames to send, heartbeats, and reads."""

import asyncio
import logging
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from accounts.sockets import Send
from games.play import cache, db_threads, loading, queries, queue
from games.play.snapshot import Snapshots
from games.play.turns import Turn
from games.sockets.heartbeat import Heartbeat

logger = logging.getLogger(__name__)


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
        queue.write_waiting()


class Outbox:
    """The frames that wait on one event loop. A task for each frame would cost more than drawing most of them.

    A slow browser does not delay others: the server buffers frames.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Send, str]] = deque()
        self._sending: asyncio.Task[None] | None = None

    def put(self, send: Send, frame: str) -> None:
        """Send this text through `send`, after the frames put here before."""
        self._waiting.append((send, frame))
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        while self._waiting:
            send, frame = self._waiting.popleft()
            try:
                await send({"type": "websocket.send", "text": frame})
            except Exception as error:  # any error: the other frames must go out
                logger.info("a browser disconnected before its frame was sent: %r", error)


class OfLoop:
    """The objects that the sockets of one event loop share."""

    def __init__(self) -> None:
        self.outbox = Outbox()
        self.heartbeat = Heartbeat()
        self._reading: dict[str, asyncio.Future[Snapshots]] = {}

    async def read(self, code: str, version: int) -> Snapshots:
        """Return the table at this version or a later one; sockets of one table share a read."""
        known = cache.snapshots(code, version)
        while known is None:
            found = await asyncio.shield(self._read(code))
            known = found if found.version >= version else None
        return known

    def _read(self, code: str) -> asyncio.Future[Snapshots]:
        """Return the current read of this table; begin one if there is none, or if it has just ended."""
        current = self._reading.get(code)
        if current is None or current.done():
            current = self._reading[code] = asyncio.ensure_future(db_threads.in_thread(_read)(code))
            current.add_done_callback(lambda ended: self._forget(code, ended))
        return current

    def _forget(self, code: str, ended: asyncio.Future[Snapshots]) -> None:
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


def _read(code: str) -> Snapshots:
    """Return the table in the database, and store it in the cache."""
    found = queries.snapshots_of(loading.game_by_code(code))
    cache.show(found)
    return found
