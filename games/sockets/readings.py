"""Readings of tables that all who wait for one share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from games.play.queries import TableNow

Read = Callable[[str], Awaitable[TableNow]]


class Readings:
    """Reads tables by their codes. Whoever asks for one that is being read waits for the same reading."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._under_way: dict[str, asyncio.Task[TableNow]] = {}

    async def at_least(self, version: int, code: str) -> TableNow:
        """The table in this version, which has been announced, or in a later one.

        A reading begun before the announcement may be older than it; one begun after it is not.
        """
        now = await self._shared(code)
        return now if now.version >= version else await self._shared(code)

    async def _shared(self, code: str) -> TableNow:
        reading = self._under_way.get(code)
        if reading is None:
            reading = self._under_way[code] = asyncio.create_task(self._alone(code))
        return await asyncio.shield(reading)

    async def _alone(self, code: str) -> TableNow:
        try:
            return await self._read(code)
        finally:
            # Here, not in a callback: nobody is to find a reading that has ended.
            del self._under_way[code]
