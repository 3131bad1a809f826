"""Sockets stay open when connections to Redis are cut, and show what they missed; all of them may join at once."""

import asyncio
from collections.abc import AsyncIterator
from unittest.mock import Mock

import pytest
from redis.asyncio import Redis

from games.pubsub import groups
from games.pubsub.redis_layer import RedisLayer
from tests.sites import free_port

NAME = "cut-in-a-test"

pytestmark = pytest.mark.redis


@pytest.fixture
async def layer(redis_url: str) -> AsyncIterator[RedisLayer]:
    layer = RedisLayer(hosts=[{"address": redis_url, "socket_timeout": 15, "client_name": NAME}], prefix=NAME)
    yield layer
    await layer.flush()


async def cut(redis_url: str) -> int:
    """Cut all connections of the layer; return how many waited for a message."""
    async with Redis.from_url(redis_url) as admin:
        ours = [client for client in await admin.client_list() if client["name"] == NAME]
        for client in ours:
            await admin.client_kill_filter(_id=client["id"])
        return sum(client["cmd"] == "bzpopmin" for client in ours)


async def test_receiver_goes_on_after_a_cut_and_all_sockets_catch_up(
    redis_url: str, layer: RedisLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught_up = asyncio.Event()
    monkeypatch.setattr(groups, "_listeners", {})
    listener = Mock(loop=asyncio.get_running_loop(), rejoin=caught_up.set)
    groups._listeners["group"] = {listener}
    channels = [await layer.new_channel() for _ in range(2)]
    receivers = [asyncio.create_task(layer.receive(channel)) for channel in channels]
    while not await cut(redis_url):
        await asyncio.sleep(0)
    async with asyncio.timeout(30):
        await caught_up.wait()
        for channel, receiver in zip(channels, receivers, strict=True):
            await layer.send(channel, {"type": "hello"})
            assert (await receiver)["type"] == "hello"


async def test_message_is_sent_although_connections_are_cut_meanwhile(redis_url: str, layer: RedisLayer) -> None:
    """A message that is lost leaves the pages at the other processes behind until the table changes again."""
    channel = await layer.new_channel()
    await layer.group_add("group", channel)
    for _ in range(5):
        sending = [asyncio.create_task(layer.group_send("group", {"type": "hello"})) for _ in range(200)]
        await asyncio.sleep(0)
        await cut(redis_url)
        await asyncio.gather(*sending)


async def test_any_number_of_sockets_joins_at_once(layer: RedisLayer) -> None:
    """All browsers connect again at the same moment after a restart: the sockets share a few connections to Redis."""
    channels = [await layer.new_channel() for _ in range(150)]
    await asyncio.gather(*(layer.group_add("all", channel) for channel in channels))
    await layer.group_send("all", {"type": "hello"})
    for channel in channels:
        assert (await layer.receive(channel))["type"] == "hello"
    await asyncio.gather(*(layer.group_discard("all", channel) for channel in channels))


async def test_busy_process_loses_no_message(layer: RedisLayer) -> None:
    """A process that receives nothing for a second is owed what all tables of the others have announced meanwhile."""
    channels = [await layer.new_channel() for _ in range(150)]
    for number, channel in enumerate(channels):
        await layer.group_add(f"table{number}", channel)
        await layer.group_send(f"table{number}", {"type": "hello"})
    async with asyncio.timeout(30):
        for channel in channels:
            assert (await layer.receive(channel))["type"] == "hello"


async def test_sockets_close_in_order_without_redis() -> None:
    """They cannot leave their groups, which expire by themselves."""
    layer = RedisLayer(hosts=[f"redis://127.0.0.1:{free_port()}"])
    await layer.group_discard("group", await layer.new_channel())
