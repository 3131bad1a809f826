"""Django's `migrate`, which gives up when it would have to wait for a table: the whole site would wait behind it.

It also says in words which databases it cannot upgrade.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import psycopg
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DatabaseError, OperationalError, connections

from accounts.base.outages import is_deadlock
from games.management import joined_migrations

TRIES: Final = 10
"""How often a migration is begun that PostgreSQL has ended in a deadlock: it needs many tables at which people play."""

LOCK_TIMEOUT: Final = "3s"
"""How long a migration waits for a lock on PostgreSQL. Whoever needs the same table meanwhile has to wait behind it."""


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if fault := joined_migrations.gap(connections[options["database"]]):
            raise CommandError(fault)
        for tries_left in reversed(range(TRIES)):
            try:
                with _short_waits(options["database"]):
                    super().handle(*args, **options)
                return
            except OperationalError as error:
                if not tries_left or not is_deadlock(error):
                    raise
                self.stderr.write(
                    "The migration and the site waited for each other. It has changed nothing; once more."
                )


@contextmanager
def _short_waits(alias: str) -> Iterator[None]:
    """Let the database refuse locks that others hold for long. Raises CommandError when it does."""
    connection = connections[alias]
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [LOCK_TIMEOUT])
        cursor.execute("SET statement_timeout = 0")
    try:
        yield
    except OperationalError as error:
        if not isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
            raise
        raise CommandError(
            "Another transaction holds a table that the last migration named above has to change. That migration has "
            f"changed nothing. Run migrate again. It waits {LOCK_TIMEOUT} at most, as the site would wait behind it."
        ) from None
    finally:
        with suppress(DatabaseError), connection.cursor() as cursor:  # `play` serves the site over this connection
            cursor.execute("RESET lock_timeout; RESET statement_timeout")
