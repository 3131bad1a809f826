"""How an outage of the database or of Redis shows itself: either is locked, full, restarted or out of reach."""

from typing import Final

from django.db import OperationalError
from redis.exceptions import ConnectionError as RedisNotConnected, TimeoutError as RedisTooSlow

OUTAGE: Final = (OperationalError, RedisNotConnected, RedisTooSlow)
"""Errors that say nothing about what was asked, and need no traceback: it can be tried again."""


def traceback_of(error: BaseException) -> BaseException | None:
    """Return what a line of the log about this error shows a traceback of: nothing in an outage."""
    return None if isinstance(error, OUTAGE) else error
