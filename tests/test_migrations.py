"""Migrations run while the site is served, by processes of the version before and of the new one (docs/scaling.md)."""

from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from io import StringIO
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

from games.management.commands import migrate
from tests.benchmarks.plans import LARGE
from tests.postgresql import database_at, new_database

WITHOUT_THE_RULE: Final = {"accounts": 3, "games": 3, "site_config": 0, "staff": 0}
"""The last migration of each app from before the rule: that of version 0.3.0, which needs the site stopped."""

CONTRACTS: Final = (
    migrations.RemoveField,
    migrations.DeleteModel,
    migrations.RenameField,
    migrations.RenameModel,
    migrations.AlterModelTable,
)
"""What takes something away that processes of the version before still use."""


def new_operations() -> Iterator[tuple[str, str, Operation]]:
    """The operations under the rule, with their migration and the name of the table."""
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        if app in WITHOUT_THE_RULE and int(name[:4]) > WITHOUT_THE_RULE[app]:
            for operation in migration.operations:
                model = getattr(operation, "model_name", getattr(operation, "name", ""))
                yield f"{app}.{name}", f"{app}_{model.lower()}", operation


def fault(migration: str, table: str, operation: Operation) -> str:
    """What an operation breaks while the site is served, "" if nothing."""
    if isinstance(operation, CONTRACTS) and "contract" not in migration:
        return "takes away what the version before uses: do so a version later, in a migration named ..._contract"
    if isinstance(operation, migrations.AddField):
        field = operation.field
        if not field.many_to_many and not field.null and not field.has_db_default():
            return "adds a column that the version before does not fill: let it be null, or give it a db_default"
    if isinstance(operation, migrations.AddIndex | migrations.AddConstraint) and table in LARGE:
        return "reads a large table while nobody may write it: use CONCURRENTLY, or NOT VALID, on PostgreSQL"
    return ""


def test_new_migrations_leave_the_version_before_running() -> None:
    faults_found = [
        (name, operation.describe(), fault(name, table, operation)) for name, table, operation in new_operations()
    ]
    assert [line for line in faults_found if line[-1]] == []


@pytest.mark.parametrize(
    ("operation", "is_safe"),
    [
        (migrations.AddField("game", "x", models.BooleanField(default=False)), False),
        (migrations.AddField("game", "x", models.BooleanField(default=False, db_default=False)), True),
        (migrations.AddField("game", "x", models.BooleanField(null=True)), True),
        (migrations.RemoveField("game", "name"), False),
        (migrations.AddIndex("event", models.Index(fields=["at"], name="x")), False),
        (migrations.AddIndex("void", models.Index(fields=["at"], name="x")), True),
    ],
)
def test_operation_that_needs_downtime_is_noticed(operation: Operation, is_safe: bool) -> None:
    table = f"games_{operation.model_name}"
    assert (fault("games.0099_x", table, operation) == "") is is_safe


@pytest.mark.parametrize(("deadlocks", "ends"), [(0, True), (3, True), (migrate.TRIES, False)])
def test_migration_that_ends_in_a_deadlock_is_begun_again(
    monkeypatch: pytest.MonkeyPatch, deadlocks: int, ends: bool
) -> None:
    """Others use tables in another order than the migration changes them."""
    runs = Counter[str]()

    def handle(*_arguments: object, **_options: object) -> None:
        runs["begun"] += 1
        if runs["begun"] <= deadlocks:
            raise OperationalError("deadlock detected") from psycopg.errors.DeadlockDetected()
        runs["ended"] += 1

    monkeypatch.setattr(migrate.migrate.Command, "handle", handle)
    monkeypatch.setattr(migrate.joined_migrations, "gap", lambda _connection: "")
    with nullcontext() if ends else pytest.raises(OperationalError):
        migrate.Command(stderr=StringIO()).handle(database="default")
    assert (runs["begun"], runs["ended"]) == ((deadlocks + 1, 1) if ends else (migrate.TRIES, 0))


@pytest.fixture
def database(_tables_in_postgresql: str, postgres_server: str, django_db_blocker: Any) -> Iterator[str]:
    """Use a database of the site; return its address."""
    with (
        new_database(postgres_server, urlsplit(_tables_in_postgresql).path[1:]) as address,
        django_db_blocker.unblock(),
        database_at(address),
    ):
        yield address


def test_migration_that_would_wait_for_a_table_gives_up_and_can_be_tried_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change_a_table(*_args: object, **_options: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE games_game ADD COLUMN of_a_new_version integer")

    monkeypatch.setattr(migrate, "LOCK_TIMEOUT", "50ms")
    monkeypatch.setattr(migrate.migrate.Command, "handle", change_a_table)
    with psycopg.connect(database) as other:
        other.execute("SELECT count(*) FROM games_game")  # and the transaction goes on
        with pytest.raises(CommandError, match="holds a table"):
            call_command("migrate", verbosity=0)
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT of_a_new_version FROM games_game")
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)
