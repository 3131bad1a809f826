"""The threads in which all thinking of a process is done, one for each core: searches hold no lock of the interpreter.

Priorities are decided between units of some hundredths of a second, so a move at a table waits for at most one unit of
anything else.
"""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from enum import IntEnum
from functools import cache
from itertools import count
from operator import attrgetter
from threading import Lock
from time import monotonic, thread_time
from typing import Any, Final, NamedTuple, TypeVar

from django.conf import settings
from prometheus_client import Counter, Histogram

T = TypeVar("T")

SHARE: Final = 20
"""After this many units in a row, one of a lower priority is done, if any waits: otherwise a crowd at tables could
block these for ever. A ticker has as many moves chosen at once (`AT_ONCE`), so each of these waits for one such unit at
most.
"""

_SECONDS: Final = Counter("spades_thinking_seconds_total", "Processor time of thinking in this process.", ["purpose"])

_WAITS: Final = Histogram(
    "spades_thinking_wait_seconds",
    "How long units of thinking waited for a thread.",
    ["purpose"],
    buckets=(0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30),
)


class Purpose(IntEnum):
    """What a unit of thinking is for, in order of priority."""

    TABLE = 0
    """Moves of bots and hints: a person waits at a table."""

    REVIEW = 1
    """Reviews and exercises: a person waits for a page."""

    LINE = 2
    """Experts who play sets of deals for comparison: nobody waits."""


class _Unit(NamedTuple):
    purpose: Purpose
    number: int
    since: float
    think: Callable[[], Any]
    thought: Future[Any]


class Pool:
    """A queue of units of thinking, and the threads that work on it: by purpose, then in order of arrival."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, "thinking")
        self._numbers, self._lock = count(), Lock()
        self._waiting = list[_Unit]()
        self._in_a_row = 0

    def submit(self, purpose: Purpose, think: Callable[[], T]) -> Future[T]:
        """Add a unit; the future has its result or its error, and may be cancelled until it begins."""
        thought = Future[T]()
        with self._lock:
            self._waiting.append(_Unit(purpose, next(self._numbers), monotonic(), think, thought))
        self._threads.submit(self._do_next)
        return thought

    def _do_next(self) -> None:
        unit = self._take()
        if not unit.thought.set_running_or_notify_cancel():
            return
        _WAITS.labels(unit.purpose.name.lower()).observe(monotonic() - unit.since)
        began = thread_time()
        try:
            result = unit.think()
        except BaseException as error:  # raised again where the result is awaited
            unit.thought.set_exception(error)
        else:
            unit.thought.set_result(result)
        finally:
            _SECONDS.labels(unit.purpose.name.lower()).inc(thread_time() - began)

    def _take(self) -> _Unit:
        """Return the next unit."""
        with self._lock:
            first = min(self._waiting)
            others = (unit for unit in self._waiting if unit.purpose > first.purpose)
            later = min(others, key=attrgetter("number"), default=None)  # by purpose, reviews would keep lines out
            is_later = later is not None and self._in_a_row >= SHARE
            unit = later if later is not None and is_later else first
            self._in_a_row = 0 if is_later or later is None else self._in_a_row + 1
            self._waiting.remove(unit)
            return unit


def submit(purpose: Purpose, think: Callable[[], T]) -> Future[T]:
    """Let a thread of the pool of this process do a unit of thinking, as `Pool.submit` says."""
    return pool().submit(purpose, think)


def wait_for(purpose: Purpose, think: Callable[[], T]) -> T:
    """Wait for a unit of thinking in the pool and return its result. Never call this in a thread of the pool."""
    return submit(purpose, think).result()


@cache
def pool() -> Pool:
    """Return the pool of this process."""
    return Pool(settings.THINKING_THREADS or cores())


def cores() -> int:
    """Return how many cores this process may use. A limit on its share of processor time is not taken into account."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
