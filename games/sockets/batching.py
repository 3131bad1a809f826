"""Moves from open sockets, written together: while one transaction is being committed, the next moves gather.

A commit is the dearest part of a move, and the only one that many moves can share.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from games.play.turns import Turn, take_turns

MOST_AT_ONCE: Final = 50


class Batch:
    """The moves of one event loop. All are written by one thread, which keeps its database connection."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Turn, asyncio.Future[Exception | None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._writer = ThreadPoolExecutor(1, "moves")

    async def take(self, turn: Turn) -> Exception | None:
        """Do one turn, together with others; the refusal, or what went wrong, or None once it is committed."""
        done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((turn, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        return await done

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
            outcomes = await self._write([turn for turn, _ in batch])
            for (_, done), refusal in zip(batch, outcomes, strict=True):
                _settle(done, refusal)

    async def _write(self, turns: list[Turn]) -> list[Exception | None]:
        return await asyncio.get_running_loop().run_in_executor(self._writer, take_turns, turns)


def _settle(done: asyncio.Future[Exception | None], outcome: Exception | None) -> None:
    if not done.cancelled():
        done.set_result(outcome)
