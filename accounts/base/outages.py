"""The errors of an outage of the database or Redis: it is locked, full, restarting, read-only or unreachable."""

import logging
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, Final, TypeVar

from django.db import Error, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.utils import DatabaseErrorWrapper
from psycopg.errors import DeadlockDetected, LockNotAvailable, QueryCanceled, ReadOnlySqlTransaction
from redis.exceptions import (
    ConnectionError as RedisNotConnected,
    OutOfMemoryError as RedisFull,
    ReadOnlyError as RedisReadOnly,
    TimeoutError as RedisTooSlow,
)

T = TypeVar("T")
R = TypeVar("R")

OF_REDIS: Final = (RedisNotConnected, RedisTooSlow, RedisFull, RedisReadOnly)
"""Errors of an outage of Redis, without which moves are made and tables shown."""

OUTAGE: Final = (OperationalError, *OF_REDIS)
"""Errors that say nothing about what was asked, and need no traceback: it can be tried again."""


def has_waited(error: BaseException) -> bool:
    """Return whether PostgreSQL has waited or worked up to its time limit, so that a retry would take just as long."""
    return isinstance(error.__cause__, LockNotAvailable | QueryCanceled)


def is_deadlock(error: BaseException) -> bool:
    """Return whether PostgreSQL has ended a deadlock with this error, so that a retry succeeds."""
    return isinstance(error.__cause__, DeadlockDetected)


def traceback_of(error: BaseException) -> BaseException | None:
    """Return the error as `exc_info` of a line of the log, or None for an outage, which needs no traceback."""
    return None if isinstance(error, OUTAGE) else error


class Attempts:
    """Logs repeated attempts at one thing: a warning when an outage begins and another when it is over, however many
    attempts fall into it, and an error with a traceback for every other failure.
    """

    def __init__(self, logger: logging.Logger, failure: str, *, stops_in_outage: bool = False) -> None:
        """`failure` says in the log what did not work; "%s" in it stands for what each attempt is `named`.

        One that `stops_in_outage` raises the errors of outages: what comes next would wait for the same.
        """
        self._logger, self._failure, self._stops_in_outage = logger, failure, stops_in_outage
        self._in_outage: set[tuple[object, ...]] = set()

    def attempt(self, *named: object, otherwise: Callable[[], object] | None = None) -> "Attempt":
        """Return a context for one attempt: a failure is logged and not raised. `otherwise` is called after a failure
        that is not an outage.
        """
        return Attempt(self, named, otherwise)

    def part(self, *named: object, otherwise: Callable[[], object] | None = None) -> "Attempt":
        """Return a context for a part of an attempt: failures are handled alike, but success does not end an outage, as
        the part may write nothing.
        """
        return Attempt(self, named, otherwise, is_whole=False)

    def each(self, rows: Iterable[T], step: Callable[[T], R], name: Callable[[T], object] = str) -> list[R]:
        """Take the step for each row, and return the results of those that succeed. One failure does not stop the
        rest.
        """
        done = []
        for row in rows:
            with self.attempt(name(row)):
                done.append(step(row))
        return done

    @property
    def in_outage(self) -> bool:
        """Return whether an outage has begun that is not over."""
        return bool(self._in_outage)

    def failed(self, error: BaseException, *named: object) -> None:
        """Log a failure, unless it belongs to an outage that is logged already."""
        if not isinstance(error, OUTAGE):
            self._logger.error(f"{self._failure}: %s", *named, error, exc_info=error)
        elif named not in self._in_outage:
            self._in_outage.add(named)
            self._logger.warning(f"{self._failure}: %s", *named, error)

    def worked(self, *named: object) -> None:
        """Log the end of an outage, if there was one."""
        if named in self._in_outage:
            self._in_outage.discard(named)
            self._logger.warning(f"{self._failure}: that is over", *named)

    def ended(self, error: BaseException | None, named: tuple[object, ...]) -> bool:
        """Log how an attempt has ended, and return whether the error is to be suppressed."""
        if error is None:
            self.worked(*named)
            return False
        if not isinstance(error, Exception) or (self._stops_in_outage and isinstance(error, OUTAGE)):
            return False
        self.failed(error, *named)
        return True


class Attempt:
    """One of the `Attempts`, as a context; afterwards it has the `error` with which it failed. It is a class, and no
    generator, because each message to a socket is one.
    """

    __slots__ = ("_is_whole", "_named", "_of", "_otherwise", "error")

    def __init__(
        self, of: Attempts, named: tuple[object, ...], otherwise: Callable[[], object] | None, *, is_whole: bool = True
    ) -> None:
        self._of, self._named, self._otherwise, self._is_whole = of, named, otherwise, is_whole
        self.error: BaseException | None = None

    def __enter__(self) -> "Attempt":
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: TracebackType | None
    ) -> bool:
        self.error = error
        if error is None and not self._is_whole:
            return False
        goes_no_further = self._of.ended(error, self._named)
        if goes_no_further and self._otherwise and not isinstance(error, OUTAGE):
            self._otherwise()
        return goes_no_further


_CONNECTING: Final = Attempts(logging.getLogger(__name__), "the database cannot be reached")


class OfThePool(logging.Filter):
    """Logs once for each outage what the connection pool would log at each attempt to connect."""

    def filter(self, record: logging.LogRecord) -> bool:
        reason = next((value for value in record.args or () if isinstance(value, Exception)), None)
        if reason is not None:
            _CONNECTING.failed(OperationalError(str(reason)))
        return reason is None and not _CONNECTING.in_outage


def connect() -> None:
    """Let each new connection to the database report all outages as `OUTAGE`."""
    connection_created.connect(_wrap)


def _wrap(connection: BaseDatabaseWrapper, **_sent: Any) -> None:
    connection.wrap_database_errors = _Errors(connection)
    _CONNECTING.worked()


class _Errors(DatabaseErrorWrapper):
    """Raises OperationalError for what Django takes for a mistake: PostgreSQL takes no writes, as during a failover, or
    the connection cannot be used any more, as after one that was cut in the middle of a commit.
    """

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        super().__init__(connection)
        self._connection = connection

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if error is None:
            return
        try:
            super().__exit__(kind, error, traceback)
        except OperationalError:
            raise
        except Error as raised:
            if not (isinstance(error, ReadOnlySqlTransaction) or self._is_cut()):
                raise
            raise OperationalError(*raised.args).with_traceback(traceback) from error

    def _is_cut(self) -> bool:
        """Return whether PostgreSQL's connection is closed: it closes itself after an error that it cannot survive."""
        return bool(getattr(self._connection.connection, "closed", False))
