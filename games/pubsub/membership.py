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

from accounts.base.outages import OUTAGE, Attempts
from games.pubsub import groups

logger = logging.getLogger(__name__)
_JOINING: Final = Attempts(logger, "groups of the channel layer could not be joined")
_LOOKS: Final = Attempts(logger, "the channel layer could not be asked whether it knows this process")
_UNDERSTANDING: Final = Attempts(logger, "a message of another process could not be understood")
_RECEIVING: Final = Attempts(logger, "messages of other processes could not be received")

RENEW_EVERY: Final = 60 * 60
"""Seconds after which the process joins its groups in the channel layer again, which forgets them after a day."""

LOOKS_EVERY: Final = 4.0
"""Seconds between two looks whether the channel layer still knows this process: Redis may have been emptied."""


class Membership:
    """The groups that the sockets of one event loop are in. Its tasks run only while there are some."""

    def __init__(self) -> None:
        self._wanted: Counter[str] = Counter()
        self._joined: set[str] = set()
        self._channel = ""
        self._changing: asyncio.Task[None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def join(self, names: Collection[str]) -> None:
        """Count one more socket in these groups; from now on the process receives what is sent to them.

        If the channel layer does not answer, nobody waits for it: the process joins them when it does (`renew_all`).
        """
        self._wanted.update(names)
        with suppress(*OUTAGE):
            await self.confirm(names)

    async def leave(self, names: Collection[str]) -> None:
        """Count one socket less in these groups. The process leaves those that were its last one's."""
        self._wanted.subtract(names)
        gone = [name for name in names if not self._wanted[name]]
        for name in gone:
            del self._wanted[name]
        if gone:
            with suppress(*OUTAGE):  # then the channel layer forgets it by itself
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
        if self._joined and not self._tasks:
            self._tasks = [asyncio.create_task(work) for work in (self._receive(), self._look_after())]
        elif not self._joined and self._tasks:
            for task in self._tasks:
                task.cancel()
            self._tasks = []

    async def _receive(self) -> None:
        layer = get_channel_layer()
        while True:
            message = None
            with _RECEIVING.attempt():  # any error: no socket would receive anything any more
                message = await layer.receive(self._channel)
            if message is None:
                await asyncio.sleep(1)
            else:
                _receive_one(message)

    async def _look_after(self) -> None:
        """Join all groups again now and then, and at once if the channel layer has forgotten one: it was emptied, and
        what was sent since then is missing.
        """
        layer, renewal = get_channel_layer(), monotonic() + RENEW_EVERY
        while True:
            await asyncio.sleep(LOOKS_EVERY)
            with _LOOKS.attempt():
                one = next(iter(self._joined & self._wanted.keys()), None)
                is_known = one is None or await layer.is_in_group(self._channel, one)
                if not is_known and one in self._joined & self._wanted.keys():  # it may have been left meanwhile
                    renew_all()
                elif monotonic() > renewal:
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
    with _UNDERSTANDING.attempt():  # any error: the next messages have to be received
        groups.receive_from_elsewhere(message)


def _log_failure(task: asyncio.Task[None]) -> None:
    """Say that groups could not be joined. They are when the channel layer answers again."""
    if not task.cancelled():
        error = task.exception()
        _JOINING.failed(error) if error else _JOINING.worked()
