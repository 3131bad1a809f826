"""Frames that wait to be sent: one task per event loop sends them all, in order."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

logger = logging.getLogger(__name__)

Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]


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
