"""A Redis of one test, which it may kill, silence or empty."""

import asyncio
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as NotConnected

from tests.sites import free_port


class OwnRedis:
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

    def fall_silent(self) -> None:
        """Answer nothing any more; connections stay open, and new ones are accepted."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    async def forget_all(self) -> None:
        """Forget everything, while all connections stay open."""
        async with Redis.from_url(self.url) as client:
            await client.flushall()

    async def wait_for_members(self, group: str) -> None:
        async with asyncio.timeout(30), Redis.from_url(self.url) as client:
            while not await client.zcard(f"asgi:group:{group}"):
                await asyncio.sleep(0.01)
