"""Moves of many tables share a commit."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from threading import Event

import pytest

from games.engine import Bid
from games.play.turns import Turn
from games.sockets import batching
from games.sockets.batching import MOST_AT_ONCE, Batch
from tests.live.rounds import until_all_wait


@pytest.fixture
def committed() -> Iterator[Event]:
    """Set it, and the transactions come to their end."""
    event = Event()
    yield event
    event.set()


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch, committed: Event) -> list[list[str]]:
    """The tables of each transaction that has begun."""
    transactions: list[list[str]] = []

    def take_turns(turns: list[Turn]) -> list[None]:
        transactions.append([turn.code for turn in turns])
        committed.wait()
        return [None] * len(turns)

    monkeypatch.setattr(batching, "take_turns", take_turns)
    return transactions


def move(batch: Batch, code: str) -> asyncio.Task[Exception | None]:
    return asyncio.create_task(batch.take(Turn(code, Bid(0, 5), 1)))


async def test_moves_that_come_together_are_written_together(written: list[list[str]], committed: Event) -> None:
    committed.set()
    batch = Batch()
    await asyncio.gather(*[move(batch, code) for code in "abc"])
    assert written == [["a", "b", "c"]]


async def test_while_some_are_written_the_next_gather(written: list[list[str]], committed: Event) -> None:
    batch = Batch()
    first = move(batch, "a")
    await until_all_wait()
    later = [move(batch, "b")]
    await until_all_wait()
    later.append(move(batch, "c"))
    await until_all_wait()
    committed.set()
    await asyncio.gather(first, *later)
    assert written == [["a"], ["b", "c"]]


async def test_a_transaction_is_never_so_long_that_others_wait_for_it(
    written: list[list[str]], committed: Event
) -> None:
    committed.set()
    batch = Batch()
    await asyncio.gather(*[move(batch, "a") for _ in range(MOST_AT_ONCE + 1)])
    assert [len(codes) for codes in written] == [MOST_AT_ONCE, 1]
