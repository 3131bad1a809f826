"""The groups of this process in the channel layer: it is in a group while one of its sockets is.

The sockets of an event loop share one channel of the channel layer, and those that join at the same time share a
request to it: after a restart, thousands do.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from time import monotonic
from typing import Final

from channels.layers import get_channel_layer
from redis.exceptions import ConnectionError as NotConnected, TimeoutError as TooSlow

from accounts.base.outages import traceback_of
from games.pubsub import groups

logger = logging.getLogger(__name__)

RENEW_EVERY: Final = 60 * 60
"""Seconds after which the process joins its groups in the channel layer again, which forgets them after a day."""


class Membership:
    """The groups that the sockets of one event loop are in. Its tasks run only while there are some."""

    def __init__(self) -> None:
        self._wanted: Counter[str] = Counter()
        self._joined: set[str] = set()
        self._channel = ""
        self._changing: asyncio.Task[None] | None = None
        self._receiving: asyncio.Task[None] | None = None

    async def join(self, names: Collection[str]) -> None:
        """Count one more socket in these groups; from now on the process receives what is sent to them."""
        self._wanted.update(names)
        await self.confirm(names)

    async def leave(self, names: Collection[str]) -> None:
        """Count one socket less in these groups. The process leaves those that were its last one's."""
        self._wanted.subtract(names)
        gone = [name for name in names if not self._wanted[name]]
        for name in gone:
            del self._wanted[name]
        if gone:
            with suppress(NotConnected, TooSlow):  # then the channel layer forgets it by itself
                await asyncio.shield(self._change())

    async def confirm(self, names: Collection[str]) -> None:
        """Wait until the process is in these groups."""
        while not self._joined.issuperset(self._wanted.keys() & set(names)):
            await asyncio.shield(self._change())

    def renew(self) -> None:
        """Join all groups again, which the channel layer may have forgotten."""
        self._joined.clear()
        if self._wanted:
            self._change()

    def _change(self) -> asyncio.Task[None]:
        """Return the task that joins and leaves groups; begin it if it does not run."""
        if self._changing is None or self._changing.done():
            self._changing = asyncio.create_task(self._catch_up())
            self._changing.add_done_callback(_log_failure)
        return self._changing

    async def _catch_up(self) -> None:
        layer = get_channel_layer()
        self._channel = self._channel or await layer.new_channel()
        while self._wanted.keys() != self._joined:
            new, old = self._wanted.keys() - self._joined, self._joined - self._wanted.keys()
            await layer.change_groups(self._channel, new, old)
            self._joined = (self._joined | new) - old
            self._receive_while_needed()

    def _receive_while_needed(self) -> None:
        if self._joined and self._receiving is None:
            self._receiving = asyncio.create_task(self._receive())
        elif not self._joined and self._receiving is not None:
            self._receiving.cancel()
            self._receiving = None

    async def _receive(self) -> None:
        layer, renewal = get_channel_layer(), monotonic() + RENEW_EVERY
        while True:
            try:
                message = await layer.receive(self._channel)
            except Exception as error:  # any: no socket would receive anything any more
                logger.error(
                    "messages of other processes could not be received: %s", error, exc_info=traceback_of(error)
                )
                await asyncio.sleep(1)
            else:
                _receive_one(message)
            if monotonic() > renewal:
                renewal = monotonic() + RENEW_EVERY
                self.renew()


_of_loops: dict[asyncio.AbstractEventLoop, Membership] = {}


def of_this_loop() -> Membership:
    """Return the membership of the running event loop's sockets."""
    loop = asyncio.get_running_loop()
    if loop not in _of_loops:
        _of_loops[loop] = Membership()
    return _of_loops[loop]


def renew_all() -> None:
    """Let this process join its groups again, and its sockets show what they may have missed."""
    for loop, membership in _of_loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(membership.renew)
    groups.rejoin_all()


def _receive_one(message: groups.Message) -> None:
    try:
        groups.receive_from_elsewhere(message)
    except Exception:  # any: the next messages have to be received
        logger.exception("a message of another process could not be understood")


def _log_failure(task: asyncio.Task[None]) -> None:
    """Say that groups could not be joined; the sockets that wait for it end, and their browsers connect again."""
    if not task.cancelled() and (error := task.exception()):
        logger.warning("the channel layer does not answer: %s", error)
