"""A Redis that is started again or emptied has forgotten its groups: open sockets join their groups once more. While
one does not answer, games go on without it.
"""

import asyncio
import shutil
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import LazySettings
from django.core.cache import cache
from redis.exceptions import ConnectionError as NotConnected, TimeoutError as TooSlow

from accounts.base.outages import OF_REDIS
from accounts.base.redis_outages import RedisServer, server_at
from games.play import presence
from games.pubsub import groups, membership
from tests.conftest import unavailable
from tests.live.browsers import at_table, frame_with
from tests.redis_server import OwnRedis
from tests.tables import act, new_player, open_table, play_on, to_play

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
async def redis(tmp_path: Path, settings: LazySettings) -> AsyncIterator[OwnRedis]:
    """Let the site use a Redis that the test may kill."""
    if shutil.which("redis-server") is None:
        unavailable("no redis-server")
    redis = OwnRedis(tmp_path)
    await redis.start()
    backend = "games.pubsub.redis_layer.RedisLayer"
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": backend, "CONFIG": {"hosts": [{"address": redis.url}]}}}
    settings.CACHES = {"default": {"BACKEND": "config.caches.RedisCache", "LOCATION": redis.url}}
    yield redis
    redis.kill()


@sync_to_async
def table_to_play() -> str:
    code = open_table(new_player())
    play_on(code, to_play)
    return code


@sync_to_async
def move(code: str) -> int:
    play_on(code, to_play)
    return act(code).version


async def test_open_sockets_receive_from_other_processes_again(
    redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process of the socket announces nothing here, as if all moves were made by another one."""
    code = await table_to_play()
    monkeypatch.setattr(groups, "_send", lambda *_: None)
    browser = await at_table(code)
    async with asyncio.timeout(60):  # signs of life would keep it waiting for ever
        redis.kill()
        missed = await move(code)
        await redis.start()
        await frame_with(browser, f'data-version="{missed}"')
        await redis.wait_for_members(groups.group_of(code))
        made = await move(code)
        await announce_elsewhere(code, made)
        await frame_with(browser, f'data-version="{made}"')
    await browser.disconnect()


async def announce_elsewhere(code: str, version: int) -> None:
    """Announce a version as another process does."""
    group = groups.group_of(code)
    news = {"type": "table.changed", "version": version, "group": group, "process": "another"}
    await get_channel_layer().group_send(group, news)


async def test_open_sockets_receive_again_once_redis_was_emptied_with_its_connections_open(
    redis: OwnRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "LOOKS_EVERY", 0.01)
    code = await table_to_play()
    monkeypatch.setattr(groups, "_send", lambda *_: None)
    browser = await at_table(code)
    async with asyncio.timeout(60):
        await redis.forget_all()
        missed = await move(code)
        await redis.wait_for_members(groups.group_of(code))
        await frame_with(browser, f'data-version="{missed}"')
        made = await move(code)
        await announce_elsewhere(code, made)
        await frame_with(browser, f'data-version="{made}"')
    await browser.disconnect()


async def test_games_go_on_while_redis_is_silent_and_all_is_shown_when_it_is_back(redis: OwnRedis) -> None:
    code = await table_to_play()
    browser, server = await at_table(code), server_at(redis.url)
    async with asyncio.timeout(60):
        redis.fall_silent()
        for _ in range(3):
            made = await move(code)
            await frame_with(browser, f'data-version="{made}"')
        with pytest.raises(OF_REDIS):
            await sync_to_async(cache.get)("anything")
        newcomer = await at_table(code)
        attendance = await sync_to_async(presence.attendance)(code, 0.0)
        assert (attendance.here, attendance.away_too_long) == ({0, 1, 2}, set()), "nobody counts as away"
        redis.go_on()
        while server.is_asked:
            await asyncio.sleep(0.01)
        await redis.wait_for_members(groups.group_of(code))
        made = await move(code)
        for shown in (browser, newcomer):
            await frame_with(shown, f'data-version="{made}"')
    await browser.disconnect()
    await newcomer.disconnect()


async def test_nobody_else_waits_for_a_redis_that_has_not_answered(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even whether it answers again is asked here, so that all connections are those of visitors."""
    monkeypatch.setattr(RedisServer, "_answers", lambda _server: False)
    with socket.create_server(("127.0.0.1", 0), backlog=100) as silent:
        url = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        settings.CACHES = {"default": {"BACKEND": "config.caches.RedisCache", "LOCATION": url}}
        for error in (TooSlow, *[NotConnected] * 20):
            with pytest.raises(error):
                await asyncio.to_thread(cache.get, "anything")
        silent.accept()
        silent.setblocking(False)
        with pytest.raises(BlockingIOError):
            silent.accept()
