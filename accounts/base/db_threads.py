"""Long-lived threads that keep their database connection, because opening one costs more than most moves.

Django would close it before and after every piece of work, as is right for the short-lived threads of requests.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import Error, connection, connections

from accounts.base import tasks
from accounts.base.outages import Attempts, is_deadlock

logger = logging.getLogger(__name__)

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
    """Do `work`, and do it again if the server has cut the connection, or ended a deadlock with an error: the work must
    be idempotent.
    """

    @wraps(work)
    def do(*args: P.args, **kwargs: P.kwargs) -> T:
        drop_broken_connections()
        try:
            return work(*args, **kwargs)
        except Error as error:
            if connection.in_atomic_block or (connection.is_usable() and not is_deadlock(error)):
                raise
        connection.close()
        return work(*args, **kwargs)

    return do


async def serve_every(
    seconds: float, serve: Callable[[], object], what: str, *, before_each: Callable[[], object] = lambda: None
) -> None:
    """Call `before_each` and `serve` in a thread of its own, now and again so many seconds after each end, until
    cancelled.

    A failure is logged under the name `what`; the next call tries again. A connection closed since the last call does
    not count as a failure.
    """
    loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1, what)
    attempts = Attempts(logger, f"{what} failed, and is tried again")

    @twice_if_cut
    def call() -> None:
        before_each()
        serve()

    while True:
        tasks.goes_on(what)
        with attempts.attempt():
            await loop.run_in_executor(thread, call)
        await asyncio.sleep(seconds)
