"""Sockets stay open when connections to Redis are cut, and show what they missed; all of them may join at once."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import Mock

import pytest
from redis.asyncio import Redis

from games.pubsub import groups, membership
from games.pubsub.redis_layer import RedisLayer
from tests.sites import free_port

NAME = f"cut-in-a-test-{uuid.uuid4().hex}"  # processes of one run share the server

pytestmark = pytest.mark.redis


@pytest.fixture
async def layer(redis_url: str) -> AsyncIterator[RedisLayer]:
    layer = RedisLayer(hosts=[{"address": redis_url, "socket_timeout": 15, "client_name": NAME}], prefix=NAME)
    yield layer
    async with Redis.from_url(redis_url) as client:  # those of the layer may have been cut
        if keys := await client.keys(f"{NAME}*"):
            await client.delete(*keys)


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


async def test_groups_are_where_channels_has_them(layer: RedisLayer) -> None:
    """`key_of` repeats what Channels' layer does, so that many groups are joined in one request."""
    channel = await layer.new_channel()
    await layer.change_groups(channel, ["ours"], [])
    await layer.group_send("ours", {"type": "hello"})
    assert (await layer.receive(channel))["type"] == "hello"
    await layer.group_discard("ours", channel)
    assert not await layer.is_in_group(channel, "ours")
    await layer.group_add("theirs", channel)
    assert await layer.is_in_group(channel, "theirs")
    await layer.change_groups(channel, [], ["theirs"])
    assert not await layer.is_in_group(channel, "theirs")


async def test_message_is_sent_although_connections_are_cut_meanwhile(redis_url: str, layer: RedisLayer) -> None:
    """A message that is lost leaves the pages at the other processes behind until the table changes again."""
    channel = await layer.new_channel()
    await layer.change_groups(channel, ["group"], [])
    for round_number in range(5):
        numbers = range(100 * round_number, 100 * (round_number + 1))
        sending = [asyncio.create_task(layer.group_send("group", {"type": "hello", "number": n})) for n in numbers]
        await asyncio.sleep(0)
        await cut(redis_url)
        await asyncio.gather(*sending)
        missing = set(numbers)
        async with asyncio.timeout(60):
            while missing:  # a message whose acknowledgement was cut off may come twice
                missing.discard((await layer.receive(channel))["number"])


async def test_receiver_ends_whenever_it_is_cancelled(layer: RedisLayer) -> None:
    """Also at the moment at which a request has been written, when asyncio loses it."""
    layer.brpop_timeout = 1
    channel = await layer.new_channel()
    await layer.connection(0).ping()  # from now on there is a connection
    receivers = []
    for steps in range(30):
        receivers.append(receiver := asyncio.create_task(layer.receive(channel)))
        for _ in range(steps):
            await asyncio.sleep(0)
        receiver.cancel()
    _, running = await asyncio.wait(receivers, timeout=20)
    assert not running


async def test_busy_process_loses_no_message(layer: RedisLayer) -> None:
    """A process that receives nothing for a second is owed what all tables of the others have announced meanwhile."""
    channels = [await layer.new_channel() for _ in range(150)]
    for number, channel in enumerate(channels):
        await layer.change_groups(channel, [f"table{number}"], [])
        await layer.group_send(f"table{number}", {"type": "hello"})
    async with asyncio.timeout(30):
        for channel in channels:
            assert (await layer.receive(channel))["type"] == "hello"


@pytest.fixture
def ours(layer: RedisLayer, monkeypatch: pytest.MonkeyPatch) -> membership.Membership:
    """Return the membership of a process with this layer."""
    monkeypatch.setattr(membership, "get_channel_layer", lambda: layer)
    return membership.Membership()


def received(monkeypatch: pytest.MonkeyPatch) -> asyncio.Queue[Any]:
    """Return a queue of the messages that the process receives."""
    queue: asyncio.Queue[Any] = asyncio.Queue()
    monkeypatch.setattr(groups, "receive_from_elsewhere", queue.put_nowait)
    return queue


async def test_all_sockets_join_in_a_few_requests(
    redis_url: str, layer: RedisLayer, ours: membership.Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All browsers connect again at the same moment after a restart."""
    news, counted = received(monkeypatch), Mock(side_effect=layer.change_groups)
    monkeypatch.setattr(layer, "change_groups", counted)
    await asyncio.gather(*(ours.join([f"table{number % 50}", f"player{number}"]) for number in range(150)))
    assert counted.call_count == 1
    await layer.group_send("table7", {"type": "hello"})
    await layer.group_send("player149", {"type": "hello"})
    async with asyncio.timeout(30):
        assert [(await news.get())["type"] for _ in range(2)] == ["hello", "hello"]
    await asyncio.gather(*(ours.leave([f"table{number % 50}", f"player{number}"]) for number in range(150)))
    async with Redis.from_url(redis_url) as client:
        assert await client.keys(f"{NAME}:group:*") == []


async def test_process_hears_of_a_group_until_its_last_socket_leaves(
    layer: RedisLayer, ours: membership.Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    news = received(monkeypatch)
    await ours.join(["table", "lobby"])
    await ours.join(["table"])
    await ours.leave(["table"])
    await layer.group_send("table", {"type": "first"})
    async with asyncio.timeout(30):
        assert (await news.get())["type"] == "first"
        await ours.leave(["table"])
        await layer.group_send("table", {"type": "second"})
        await layer.group_send("lobby", {"type": "third"})
        assert (await news.get())["type"] == "third"
        await ours.leave(["lobby"])


async def test_group_that_redis_has_forgotten_is_joined_again(
    redis_url: str, layer: RedisLayer, ours: membership.Membership, monkeypatch: pytest.MonkeyPatch
) -> None:
    news = received(monkeypatch)
    await ours.join(["table"])
    async with Redis.from_url(redis_url) as client:
        await client.delete(f"{NAME}:group:table")
    ours.renew()
    await ours.confirm(["table"])
    await layer.group_send("table", {"type": "hello"})
    async with asyncio.timeout(30):
        assert (await news.get())["type"] == "hello"
    await ours.leave(["table"])


@pytest.mark.parametrize(
    ("strange", "complaints"),
    [({"type": "table.changed", "version": 5, "process": "of 0.2.0"}, 0), ({"type": "?", "group": "table"}, 60)],
)
async def test_messages_of_another_version_delay_no_others(
    layer: RedisLayer,
    ours: membership.Membership,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    strange: dict[str, Any],
    complaints: int,
) -> None:
    """While a site is upgraded, processes of both versions announce many changes a second."""
    delivered = asyncio.Event()
    listener = Mock(loop=asyncio.get_running_loop(), context=Mock(run=lambda _handler, _message: delivered.set()))
    monkeypatch.setattr(groups, "_listeners", {"table": {listener}})
    await ours.join(["table"])
    for _ in range(60):
        await layer.group_send("table", strange)
    await layer.group_send("table", {"type": "table.changed", "group": "table", "process": "another"})
    async with asyncio.timeout(30):
        await delivered.wait()
    assert len(caplog.records) == complaints
    await ours.leave(["table"])


async def test_sockets_open_and_close_in_order_without_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    """They join their groups when it is back. Those that they cannot leave expire by themselves."""
    layer = RedisLayer(hosts=[f"redis://127.0.0.1:{free_port()}"])
    monkeypatch.setattr(membership, "get_channel_layer", lambda: layer)
    ours = membership.Membership()
    await ours.join(["table"])
    await ours.leave(["table"])
