"""Threads that are kept, and keep their database connection: opening one costs more than what most moves ask of it.

Django would close it before and after every piece of work, as it should for threads that come and go with requests.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")


def drop_broken_connections() -> None:
    """To be called before each piece of work: a connection on which something failed makes room for a new one."""
    for connection in connections.all(initialized_only=True):
        if connection.errors_occurred and not connection.in_atomic_block:
            connection.close()


def in_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Have `work`, which asks the database, done by the one kept thread that serves all sockets of this process."""

    @wraps(work)
    def do(*args: P.args, **kwargs: P.kwargs) -> T:
        drop_broken_connections()
        return work(*args, **kwargs)

    return sync_to_async(do)
