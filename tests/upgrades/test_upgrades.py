"""A database of every released version becomes one of today, with all that is in it, and its games go on; a backup from
before the upgrade brings it back as it was.
"""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from games.models import BoardPlay, Game, Stage
from tests.postgresql import database_at, make_tables, new_database
from tests.tables import act, deal, snapshot_for

VERSIONS: Final = Path(__file__).parent.parent / "data" / "versions"

CHANGED_BY_MIGRATIONS: Final = {
    "sqlite_sequence",
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "auth_group_permissions",
}

pytestmark = pytest.mark.slow


@pytest.fixture(params=sorted(VERSIONS.glob("*.gz")), ids=lambda file: file.name.removesuffix(".sqlite3.gz"))
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the database that a version has left."""
    file = tmp_path / "db.sqlite3"
    file.write_bytes(gzip.decompress(request.param.read_bytes()))
    return file


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def of_that_version(request: pytest.FixtureRequest, stored: Path, django_db_blocker: Any) -> Iterator[str]:
    """Use a database of this kind with what the version has left; return its address."""
    with django_db_blocker.unblock():
        if request.param == "sqlite":
            with database_at(f"sqlite:///{stored}"):
                yield f"sqlite:///{stored}"
        else:
            server = request.getfixturevalue("postgres_server")
            with new_database(server) as address, database_at(address):
                copy_to_postgresql(stored)
                yield address


def copy_to_postgresql(file: Path) -> None:
    """Give an empty database the tables and the rows of a SQLite database."""
    with closing(sqlite3.connect(file)) as source:
        MigrationExecutor(connection).migrate(
            source.execute("SELECT app, max(name) FROM django_migrations GROUP BY app").fetchall()
        )
        in_sqlite = source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        tables = sorted({name for (name,) in in_sqlite} - {"sqlite_sequence", "django_migrations"})
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"TRUNCATE {', '.join(tables)}")
            for table in tables:
                stored_rows = source.execute(f"SELECT * FROM {table}")
                names = [name for name, *_ in stored_rows.description]
                values = ", ".join(f"%s::text::{types_in(table)[name]}" for name in names)
                columns = ", ".join(f'"{name}"' for name in names)
                cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({values})", stored_rows.fetchall())
                if "id" in names:
                    cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")


def types_in(table: str) -> dict[str, str]:
    """Return the types of a table's columns in PostgreSQL."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT column_name, udt_name FROM information_schema.columns WHERE table_name = %s", [table])
        return dict(cursor.fetchall())


def contents() -> dict[str, list[str]]:
    """Return the columns and rows of each table."""
    by_table = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {table}")
            by_table[table] = [str(cursor.description), *sorted(map(str, cursor.fetchall()))]
    return by_table


def rows() -> dict[str, int]:
    """Return how many rows each table has."""
    return {table: len(lines) - 1 for table, lines in contents().items()}


def test_upgraded_database_keeps_every_row_its_games_go_on_and_a_backup_brings_the_version_back(
    of_that_version: str, tmp_path: Path
) -> None:
    """To upgrade takes seconds, so one upgrade is looked at before the backup, and one after it."""
    before = contents()
    call_command("backup", str(tmp_path / "backup"), stdout=StringIO())
    rows_before = rows()  # with that of the backup in the list of daily jobs
    make_tables(of_that_version)
    assert contents() != before
    check_upgraded(rows_before)
    call_command("restore", str(tmp_path / "backup"), "--replace", stdout=StringIO())
    assert contents() == before
    make_tables(of_that_version)
    check_stored()


def check_upgraded(rows_before: dict[str, int]) -> None:
    """Check that no row is lost, and let games go on."""
    after = rows()
    assert {name: after.get(name) for name in rows_before.keys() - CHANGED_BY_MIGRATIONS} == {
        name: count for name, count in rows_before.items() if name not in CHANGED_BY_MIGRATIONS
    }
    check_stored()
    running = Game.objects.get(stage=Stage.DEAL).code
    version = snapshot_for(running).version
    assert act(running).version > version
    assert deal(Game.objects.get(stage=Stage.SCORED).code).stage is Stage.DEAL


def check_stored() -> None:
    """Check what is stored after the command that the changelog names: ratings follow other rules now."""
    printed = StringIO()
    call_command("rebuild_statistics", stdout=StringIO())
    call_command("check_games", stdout=printed)
    assert "Everything stored is what the logs say." in printed.getvalue()


OURS: Final = ("accounts_", "games_", "site_config_", "staff_")
"""How names of tables of this project begin."""


def schema_of(file: Path) -> set[tuple[str, str]]:
    """Return the statements that made the project's tables and indexes."""
    with closing(sqlite3.connect(file)) as database:
        made = database.execute("SELECT tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {(table, statement) for table, statement in made if table.startswith(OURS)}


def test_migrations_of_a_version_still_make_the_tables_that_it_had(
    stored: Path, tmp_path: Path, django_db_blocker: Any
) -> None:
    """A migration that is edited after a release leaves installed sites with other tables than new ones."""
    file = tmp_path / "new.sqlite3"
    with closing(sqlite3.connect(stored)) as source:
        last = source.execute("SELECT app, max(name) FROM django_migrations GROUP BY app").fetchall()
    with django_db_blocker.unblock(), database_at(f"sqlite:///{file}"):
        MigrationExecutor(connection).migrate(last)
    assert schema_of(file) == schema_of(stored)


def test_upgrade_replaces_the_index_that_a_migration_got_later(of_that_version: str) -> None:
    """Sites that were installed from the repository an hour before 0.3.0 have an index of two columns."""
    MigrationExecutor(connection).migrate([("games", "0020_sets_of_deals")])
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX field_of_board")
        cursor.execute("CREATE INDEX field_of_board ON games_boardplay (board_id, points)")
    make_tables(of_that_version)
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, "games_boardplay")
    stored = {name: made["columns"] for name, made in constraints.items()}
    (index,) = BoardPlay._meta.indexes
    assert stored[index.name] == ["board_id", *index.fields[1:]]
    assert "field_of_board" not in stored.keys() - {index.name}
