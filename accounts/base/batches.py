"""Writing or deleting many rows in small transactions, so that nobody waits long for one of them."""

from collections.abc import Iterator, Sequence
from time import sleep
from typing import Any, Final, TypeVar

from django.db import connection
from django.db.models import QuerySet

T = TypeVar("T")

AT_ONCE: Final = 500

PAUSE: Final = 0.01
"""Seconds between two transactions. SQLite has no queue of writers: a waiting writer tries again after some
milliseconds, and would never succeed if one transaction followed another at once.
"""


def pause() -> None:
    """Let others write, between two transactions."""
    if not connection.in_atomic_block:
        sleep(PAUSE)


def in_batches(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Yield the rows in batches, each for a transaction, with pauses in which others write."""
    for start in range(0, len(rows), size):
        if start:
            pause()
        yield rows[start : start + size]


def one_by_one(rows: Sequence[T]) -> Iterator[T]:
    """Yield the rows, each for a transaction, with pauses in which others write."""
    for (row,) in in_batches(rows, 1):
        yield row


def delete_in_batches(rows: QuerySet[Any]) -> int:
    """Delete these rows, with what depends on them; return how many of them there were."""
    deleted = 0
    while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        rows.model._default_manager.filter(pk__in=keys).delete()
        deleted += len(keys)
        pause()
    return deleted
