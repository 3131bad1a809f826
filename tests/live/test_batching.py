"""Moves of many tables share a commit; whoever plays alone waits for nobody."""

from __future__ import annotations

import asyncio

import pytest

from games.engine import Bid
from games.services.turns import Turn
from games.sockets import batching
from games.sockets.batching import Batch
from tests.live.rounds import until_all_wait

LONG = 3600.0
EVER = 1e12
"""Seconds: longer than the machine has been on, which is what an event loop's time starts from."""


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables of each transaction, all of them busy as long as one of them was a moment ago."""
    transactions: list[str] = []

    def take_turns(turns: list[Turn]) -> list[None]:
        transactions.append("".join(turn.code for turn in turns))
        return [None] * len(turns)

    monkeypatch.setattr(batching, "take_turns", take_turns)
    monkeypatch.setattr(batching, "BUSY", EVER)
    return transactions


def move(batch: Batch, code: str) -> asyncio.Task[Exception | None]:
    return asyncio.create_task(batch.take(Turn(code, Bid(0, 5), 1)))


async def test_where_several_tables_are_busy_a_move_waits_for_those_that_are_on_their_way(
    written: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered = asyncio.Event()

    async def pause(_seconds: float) -> None:
        await gathered.wait()

    monkeypatch.setattr(batching, "pause", pause)
    batch = Batch()
    await move(batch, "a")
    second = move(batch, "b")
    await until_all_wait()
    third = move(batch, "c")
    await until_all_wait()
    gathered.set()
    await asyncio.gather(second, third)
    assert written == ["a", "bc"]


async def test_a_table_that_is_alone_does_not_wait(written: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batching, "GATHERING", LONG)
    batch = Batch()
    for _ in range(3):
        await move(batch, "a")
    assert written == ["a", "a", "a"]


async def test_after_a_quiet_while_nobody_waits(written: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batching, "GATHERING", LONG)
    monkeypatch.setattr(batching, "BUSY", 0.0)
    batch = Batch()
    for code in "abc":
        await move(batch, code)
    assert written == ["a", "b", "c"]
