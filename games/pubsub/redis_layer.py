"""The channel layer over Redis, which survives cut connections, restarts of Redis, and bursts."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from time import time
from typing import Any, Final
from weakref import WeakKeyDictionary

from channels_redis.core import RedisChannelLayer
from redis.asyncio import BlockingConnectionPool, Redis
from redis.exceptions import ConnectionError as NotConnected, TimeoutError as TooSlow

from accounts.base.redis_outages import server_at
from games.pubsub import membership

MARGIN: Final = 4.0
"""How many seconds too late an answer may come to a task: its process may be busy, and if the connection counts as cut,
all sockets look at their tables again. Nobody waits for these tasks.
"""

LOOKS_EVERY: Final = 0.05
"""Seconds between two looks whether an outage is over."""

PAUSES_BEFORE_RETRY: Final = (0.0, 0.05, 0.25, 1.0)
"""Seconds before each new try to send to Redis."""

MOST_WAITING: Final = 10_000
"""How many messages may wait for a process. Channels would drop those after the first hundred, which fifty tables send
while a busy process receives nothing for a second; a page that misses one is behind until its table changes again.
"""


class Receiver(Redis):
    """A client of Redis by which the layer receives, in a task that may be cancelled."""

    async def bzpopmin(self, *keys: Any, **options: Any) -> Any:
        """Return the next message, or None after a time; end if the task has been cancelled meanwhile.

        Before Python 3.12, `asyncio.wait_for`, with which Redis's client writes, loses a cancellation at the moment at
        which the write is done, and the task would receive for ever.
        """
        message = await super().bzpopmin(*keys, **options)
        if message is None and (task := asyncio.current_task()) and task.cancelling():
            raise asyncio.CancelledError
        return message

    async def zpopmin(self, *keys: Any, **options: Any) -> Any:
        """Remove what was received from its backup. If that fails, it is received once more, which does no harm."""
        with suppress(NotConnected, TooSlow):
            return await super().zpopmin(*keys, **options)


class RedisLayer(RedisChannelLayer):
    """Channels' layer would end the socket that happens to listen for all others when its connection is cut."""

    brpop_timeout = 1

    def __init__(self, **config: Any) -> None:
        super().__init__(**config, channel_capacity={"specific.*": MOST_WAITING})
        self._receivers = WeakKeyDictionary[Redis, Receiver]()
        self._server = server_at(self.hosts[0]["address"])
        self._server.when_back.add(membership.renew_all)

    def create_pool(self, index: int) -> BlockingConnectionPool:
        """Return a pool of connections that tasks wait for: a busy process announces many moves at once."""
        host = {"socket_timeout": self.brpop_timeout + MARGIN, **self.hosts[index]}
        return BlockingConnectionPool.from_url(host.pop("address"), **host)

    def connection(self, index: int) -> Receiver:
        """Return a client with the pool of connections that the layer has for this loop."""
        client: Redis = super().connection(index)
        if client not in self._receivers:
            self._receivers[client] = Receiver(connection_pool=client.connection_pool)
        return self._receivers[client]

    async def receive(self, channel: str) -> Any:
        """Return the next message; if the connection is cut, once Redis answers again. Then this process joins its
        groups again, which Redis may have forgotten, and its sockets show what they may have missed.
        """
        while True:
            try:
                return await super().receive(channel)
            except (NotConnected, TooSlow) as error:
                await self._drop_idle_connections()
                self._server.has_failed(error)
                while self._server.is_asked:
                    await asyncio.sleep(LOOKS_EVERY)

    def key_of(self, group: str) -> str:
        """Return the key under which Channels' layer has the members of a group (tests/live/test_cut_redis.py)."""
        return f"{self.prefix}:group:{group}"

    async def is_in_group(self, channel: str, group: str) -> bool:
        """Return whether Redis still knows that this channel is in the group."""
        self._server.check()
        server = self.connection(self.consistent_hash(group))
        return await server.zscore(self.key_of(group), channel) is not None

    async def change_groups(self, channel: str, join: Collection[str], leave: Collection[str]) -> None:
        """Add a channel to these groups, and remove it from those, in one request to each server."""
        await self._again_if_cut(self._change_groups, channel, join, leave)

    async def _change_groups(self, channel: str, join: Collection[str], leave: Collection[str]) -> None:
        for index in range(self.ring_size):
            pipeline: Any = self.connection(index).pipeline(transaction=False)
            now = time()
            for group in self._on_server(index, join):
                pipeline.zadd(self.key_of(group), {channel: now}).expire(self.key_of(group), self.group_expiry)
            for group in self._on_server(index, leave):
                pipeline.zrem(self.key_of(group), channel)
            await pipeline.execute()

    def _on_server(self, index: int, groups: Collection[str]) -> list[str]:
        return [group for group in groups if self.consistent_hash(group) == index]

    async def group_send(self, group: str, message: Any) -> None:
        await self._again_if_cut(super().group_send, group, message)

    async def _again_if_cut(self, do: Callable[..., Awaitable[None]], *what: Any) -> None:
        """Try more than once: a connection that was in use when all were cut shows only later that it is broken. While
        Redis is away, nothing is tried, and nobody waits: what was missed is shown when it is back.
        """
        for pause in PAUSES_BEFORE_RETRY:
            self._server.check()
            try:
                return await do(*what)
            except NotConnected:
                await self._drop_idle_connections()
                await asyncio.sleep(pause)
            except TooSlow as error:
                self._server.has_failed(error)
                raise
        try:
            await do(*what)
        except (NotConnected, TooSlow) as error:
            self._server.has_failed(error)
            raise

    async def _drop_idle_connections(self) -> None:
        """Let new ones be opened: if one was cut, the others were too."""
        await self.connection(0).connection_pool.disconnect(inuse_connections=False)
