"""The errors of an outage of the database or Redis: it is locked, full, restarted, read-only or out of reach."""

from collections.abc import Callable
from typing import Any, Final

from django.db import InternalError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from psycopg.errors import LockNotAvailable, QueryCanceled, ReadOnlySqlTransaction
from redis.exceptions import ConnectionError as RedisNotConnected, TimeoutError as RedisTooSlow

OUTAGE: Final = (OperationalError, RedisNotConnected, RedisTooSlow)
"""Errors that say nothing about what was asked, and need no traceback: it can be tried again."""


def has_waited(error: BaseException) -> bool:
    """Return whether PostgreSQL has waited or worked for as long as it may: asking again would take as long."""
    return isinstance(error.__cause__, LockNotAvailable | QueryCanceled)


def traceback_of(error: BaseException) -> BaseException | None:
    """Return the error as `exc_info` of a line of the log, or None for an outage, which needs no traceback."""
    return None if isinstance(error, OUTAGE) else error


def connect() -> None:
    """Let each new connection to the database report one outage as the others are: see `name_read_only`."""
    connection_created.connect(_wrap)


def _wrap(connection: BaseDatabaseWrapper, **_sent: Any) -> None:
    if name_read_only not in connection.execute_wrappers:
        connection.execute_wrappers.append(name_read_only)


def name_read_only(execute: Callable[..., Any], *statement: Any) -> Any:
    """Execute a statement. Raises OperationalError where PostgreSQL takes no writes, as during a failover.

    Django takes that for an InternalError, a mistake of the database, and SQLite's for an OperationalError.
    """
    try:
        return execute(*statement)
    except InternalError as error:
        if isinstance(error.__cause__, ReadOnlySqlTransaction):
            raise OperationalError(*error.args) from error.__cause__
        raise
