"""A Redis that is started again has forgotten its groups: open sockets join their groups once more."""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import LazySettings
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as NotConnected

from games.pubsub import groups
from tests.conftest import unavailable
from tests.live.browsers import at_table, frame_with
from tests.sites import free_port
from tests.tables import act, new_player, open_table, play_on, to_play

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


class ForgetfulRedis:
    """A Redis of this test, which stores nothing on disk."""

    def __init__(self, directory: Path) -> None:
        self.url = f"redis://127.0.0.1:{(port := free_port())}/0"
        self._command = ["redis-server", "--port", str(port), "--save", "", "--dir", str(directory)]

    async def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
        async with asyncio.timeout(30), Redis.from_url(self.url) as client:
            while True:
                with suppress(NotConnected):
                    await client.ping()
                    return
                await asyncio.sleep(0.01)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    async def wait_for_members(self, group: str) -> None:
        async with asyncio.timeout(30), Redis.from_url(self.url) as client:
            while not await client.zcard(f"asgi:group:{group}"):
                await asyncio.sleep(0.01)


@pytest.fixture
async def redis(tmp_path: Path, settings: LazySettings) -> AsyncIterator[ForgetfulRedis]:
    """Let the channel layer use a Redis that the test may kill."""
    if shutil.which("redis-server") is None:
        unavailable("no redis-server")
    redis = ForgetfulRedis(tmp_path)
    await redis.start()
    backend = "games.pubsub.redis_layer.RedisLayer"
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": backend, "CONFIG": {"hosts": [{"address": redis.url}]}}}
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
    redis: ForgetfulRedis, monkeypatch: pytest.MonkeyPatch
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
        group = groups.group_of(code)
        news = {"type": "table.changed", "version": made, "group": group, "process": "another"}
        await get_channel_layer().group_send(group, news)
        await frame_with(browser, f'data-version="{made}"')
    await browser.disconnect()
