"""Long-lived threads that keep their database connection, because opening one costs more than most moves.

Django would close it before and after every piece of work, as is right for the short-lived threads of requests.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections

P = ParamSpec("P")
T = TypeVar("T")


def drop_broken_connections() -> None:
    """Close connections that have failed, so that new ones are opened. Call it before each piece of work."""
    for connection in connections.all(initialized_only=True):
        if connection.errors_occurred and not connection.in_atomic_block:
            connection.close()


def in_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Run `work`, which uses the database, in the one thread that serves all sockets of this process."""

    @wraps(work)
    def do(*args: P.args, **kwargs: P.kwargs) -> T:
        drop_broken_connections()
        return work(*args, **kwargs)

    return sync_to_async(do)
