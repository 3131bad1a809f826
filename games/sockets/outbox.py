"""The messages that wait for one browser. A slow browser delays nobody: no other task waits until it has read."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from accounts.base.sockets import Send

logger = logging.getLogger(__name__)

MOST_WAITING: Final = 200
"""How many messages may wait for a browser that reads none, before its socket is given up."""

SECONDS_AT_THE_END: Final = 1.0
"""How long a socket that has ended waits until its browser was sent what had been put here before."""


class Outbox:
    """The messages to one browser, sent in their order by a task of this socket.

    A task for each message would cost more than drawing most of them, and a queue of asyncio twice as much as this.
    `give_up` is called if too many wait.
    """

    def __init__(self, send: Send, give_up: Callable[[], object]) -> None:
        self._send, self._give_up = send, give_up
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[dict[str, Any]] = deque()
        self._is_ending = False
        self._woken: asyncio.Future[None] = self._loop.create_future()
        self._sending = self._loop.create_task(self._send_all())
        self.is_given_up = False

    async def send(self, message: dict[str, Any]) -> None:
        """Put a message here: ASGI's `send`, which here never waits for the browser."""
        self.put(message)

    def put_text(self, text: str) -> None:
        """Send a frame of text after all that was put here before."""
        self.put({"type": "websocket.send", "text": text})

    def put(self, message: dict[str, Any]) -> None:
        """Send a message after all that was put here before. After the browser has disconnected nothing is sent."""
        if self._sending.done() or self.is_given_up:
            return
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
            self._wake()
        else:
            self.is_given_up = True
            self._give_up()

    async def end(self) -> None:
        """Send what still waits, unless that takes long, and nothing more."""
        if not self.is_given_up:
            self._is_ending = True
            self._wake()
            await asyncio.wait([self._sending], timeout=SECONDS_AT_THE_END)
        self._sending.cancel()

    def _wake(self) -> None:
        """Let the task go on that waits for messages."""
        if not self._woken.done():
            self._woken.set_result(None)

    async def _send_all(self) -> None:
        try:
            while self._waiting or not self._is_ending:
                if self._waiting:
                    await self._send(self._waiting.popleft())
                else:
                    self._woken = self._loop.create_future()
                    await self._woken
        except Exception as error:  # each server has another for a browser that has disconnected
            logger.info("a browser disconnected before a message was sent: %r", error)
