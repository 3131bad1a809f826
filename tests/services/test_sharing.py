"""What several threads want written is written together, and each hears how its own fared."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.play.sharing import Outcome, Shared

SECONDS = 30


class Refused(Exception):
    pass


class Ledger:
    """Takes down what is written together; refuses numbers below 0, and fails at a list with 13 in it."""

    def __init__(self) -> None:
        self.pages: list[list[int]] = []
        self.began, self.may_end = threading.Event(), threading.Event()
        self.may_end.set()

    def write(self, numbers: list[int]) -> list[Outcome]:
        self.began.set()
        assert self.may_end.wait(SECONDS)
        self.pages.append(numbers)
        if 13 in numbers:
            raise ZeroDivisionError
        return [Refused() if number < 0 else None for number in numbers]


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


def test_each_is_told_its_own_outcome(ledger: Ledger) -> None:
    first, second, third = Shared(ledger.write).take([1, -2, 3])
    assert (first, type(second), third) == (None, Refused, None)
    assert ledger.pages == [[1, -2, 3]]


def test_who_comes_while_another_writes_is_written_with_all_who_came_then(ledger: Ledger) -> None:
    shared = Shared(ledger.write)
    waiting = threading.Barrier(4)

    def asking(number: int) -> Iterator[int]:
        """One number; that it is asked for is known once nothing more is taken from here."""
        yield number
        waiting.wait(SECONDS)

    ledger.may_end.clear()
    with ThreadPoolExecutor(4) as threads:
        first = threads.submit(shared.take, [1])
        assert ledger.began.wait(SECONDS)
        others = [threads.submit(shared.take, asking(number)) for number in (-2, 3, 4)]
        waiting.wait(SECONDS)
        ledger.may_end.set()
        outcomes = [type(asked.result(SECONDS)[0]) for asked in (first, *others)]
    assert outcomes == [type(None), Refused, type(None), type(None)]
    assert [sorted(page) for page in ledger.pages] == [[1], [-2, 3, 4]]


def test_the_fault_of_one_is_not_that_of_all(ledger: Ledger) -> None:
    shared = Shared(ledger.write)
    outcomes = shared.take([1, 13, -2])
    assert [type(outcome) for outcome in outcomes] == [type(None), ZeroDivisionError, Refused]
    assert ledger.pages == [[1, 13, -2], [1], [13], [-2]]
    assert shared.take([5]) == [None]
