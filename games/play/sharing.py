"""What several threads want written, written together: while one of them commits, the next gather.

A commit is the dearest part of a move, and the only one that many moves can share. A database with one writer at a time
has all others look again and again whether it is their turn; here they wait once, and whoever is next takes along all
that have come meanwhile.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from threading import Lock
from typing import Final, Generic, TypeAlias, TypeVar

logger = logging.getLogger(__name__)

T = TypeVar("T")

Outcome: TypeAlias = Exception | None
"""Why it was refused, or what went wrong; None once it is committed."""


class Shared(Generic[T]):
    """One door to `write`, which writes any number of things in one transaction and tells the outcome of each.

    What `write` raises concerns all of them; then each is tried by itself, lest the fault of one be that of all.
    """

    def __init__(self, write: Callable[[list[T]], list[Outcome]]) -> None:
        self._write = write
        self._waiting: deque[tuple[T, Future[Outcome]]] = deque()
        self._writing: Final = Lock()

    def take(self, wanted: Iterable[T]) -> list[Outcome]:
        """Write these, together with what other threads want written; return their outcomes in order."""
        outcomes: list[Future[Outcome]] = []
        for one in wanted:
            outcomes.append(Future())
            self._waiting.append((one, outcomes[-1]))
        with self._writing:
            if not all(outcome.done() for outcome in outcomes):
                self._write_waiting()
        return [outcome.result() for outcome in outcomes]

    def _write_waiting(self) -> None:
        together = [self._waiting.popleft() for _ in range(len(self._waiting))]
        found = self._outcomes_of([one for one, _ in together])
        for (_, outcome), value in zip(together, found, strict=True):
            outcome.set_result(value)

    def _outcomes_of(self, things: list[T]) -> list[Outcome]:
        try:
            return self._write(things)
        except Exception as error:
            logger.exception("%d could not be written together", len(things))
            return [error] if len(things) == 1 else [self._outcomes_of([one])[0] for one in things]
