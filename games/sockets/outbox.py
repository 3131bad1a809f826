"""What is to be sent to browsers, in order: one task sends all that has been drawn since the loop was there last."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

logger = logging.getLogger(__name__)

Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]


class Outbox:
    """The frames that wait on one event loop. A task for each would cost more than most frames take to draw.

    A slow browser holds up no other: the server takes what is sent and waits for nobody.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Send, str]] = deque()
        self._sending: asyncio.Task[None] | None = None

    def put(self, send: Send, frame: str) -> None:
        """Send this text to the browser that `send` reaches, after what has been put here before."""
        self._waiting.append((send, frame))
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        while self._waiting:
            send, frame = self._waiting.popleft()
            try:
                await send({"type": "websocket.send", "text": frame})
            except Exception as error:  # of whatever kind: others wait for their frames
                logger.info("a browser has gone before it was sent the table: %r", error)
