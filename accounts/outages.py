"""The errors of an outage of the database or of Redis: either is locked, full, restarted or out of reach."""

from typing import Final

from django.db import OperationalError
from psycopg.errors import LockNotAvailable, QueryCanceled
from redis.exceptions import ConnectionError as RedisNotConnected, TimeoutError as RedisTooSlow

OUTAGE: Final = (OperationalError, RedisNotConnected, RedisTooSlow)
"""Errors that say nothing about what was asked, and need no traceback: it can be tried again."""


def has_waited(error: BaseException) -> bool:
    """Return whether PostgreSQL has waited or worked for as long as it may: asking again would take as long."""
    return isinstance(error.__cause__, LockNotAvailable | QueryCanceled)


def traceback_of(error: BaseException) -> BaseException | None:
    """Return the error as `exc_info` of a line of the log, or None for an outage, which needs no traceback."""
    return None if isinstance(error, OUTAGE) else error
