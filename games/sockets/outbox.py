"""The messages that wait for one browser. A slow browser delays nobody: no other task waits until it has read."""

import asyncio
import logging
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

    A task for each message would cost more than drawing most of them. `give_up` is called if too many wait.
    """

    def __init__(self, send: Send, give_up: Callable[[], object]) -> None:
        self._send, self._give_up = send, give_up
        self._waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sending = asyncio.get_running_loop().create_task(self._send_all())
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
        if self._waiting.qsize() < MOST_WAITING:
            self._waiting.put_nowait(message)
        else:
            self.is_given_up = True
            self._give_up()

    async def end(self) -> None:
        """Send what still waits, unless that takes long, and nothing more."""
        if not self.is_given_up:
            all_sent = asyncio.ensure_future(self._waiting.join())
            ends = (all_sent, self._sending)
            await asyncio.wait(ends, timeout=SECONDS_AT_THE_END, return_when=asyncio.FIRST_COMPLETED)
            all_sent.cancel()
        self._sending.cancel()

    async def _send_all(self) -> None:
        try:
            while True:
                await self._send(await self._waiting.get())
                self._waiting.task_done()
        except Exception as error:  # each server has another for a browser that has disconnected
            logger.info("a browser disconnected before a message was sent: %r", error)
