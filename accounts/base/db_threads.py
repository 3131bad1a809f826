"""Long-lived threads that keep their database connection, because opening one costs more than most moves.

Django would close it before and after every piece of work, as is right for the short-lived threads of requests.
"""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import Error, connection, connections

P = ParamSpec("P")
T = TypeVar("T")


def drop_broken_connections() -> None:
    """Close connections that have failed, so that new ones are opened. Call it before each piece of work."""
    for opened in connections.all(initialized_only=True):
        if opened.errors_occurred and not opened.in_atomic_block:
            opened.close()


def in_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Run `work`, which uses the database, in the one thread that serves all sockets of this process."""
    return sync_to_async(twice_if_cut(work))


def twice_if_cut(work: Callable[P, T]) -> Callable[P, T]:
    """Do `work`, and do it again if the server has cut the connection: what it does twice must be as if done once."""

    @wraps(work)
    def do(*args: P.args, **kwargs: P.kwargs) -> T:
        drop_broken_connections()
        try:
            return work(*args, **kwargs)
        except Error:
            if connection.in_atomic_block or connection.is_usable():
                raise
        connection.close()
        return work(*args, **kwargs)

    return do
