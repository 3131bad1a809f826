"""A database of every released version, and of those days on which migrations were joined, becomes one of today, with
all that is in it, and its games go on; a backup from before the upgrade brings it back as it was.
"""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from games.models import BoardPlay, Game
from games.values import Stage
from tests.postgresql import database_at, make_tables, new_database
from tests.tables import act, deal, snapshot_for
from tests.upgrades.schema import schema

DATA: Final = Path(__file__).parent.parent / "data"
VERSIONS: Final = DATA / "versions"
BEFORE_SQUASH: Final = DATA / "before_squash"
"""What migrations left that are joined by now; README.md there says more."""

CHANGED_BY_MIGRATIONS: Final = {
    "sqlite_sequence",
    "django_migrations",
    "django_content_type",
    "auth_permission",
    "auth_group_permissions",
}

CHANGED_COLUMNS: Final = {"games_rulespreset": {"line_en", "line_es"}}
CHANGED_WITH_CHAINS: Final = {"games_game": {"opening_dealer"}, "games_deal": {"secret"}}
"""The columns that data migrations write; the second ones where one secret each has decided the deals."""

RENAMED_COLUMNS: Final = {("games_season", "told_at"): "players_notified_at"}

STORED_BY_MIGRATIONS: Final = ("games_rulespreset", "games_readyphrase", "site_config_sitesettings")

Rows: TypeAlias = dict[str, list[dict[str, Any]]]

pytestmark = pytest.mark.slow


def name_of(file: Path) -> str:
    """Return the version or the day of a stored file."""
    return file.name.removesuffix(".gz").removesuffix(".sqlite3").removesuffix(".postgresql.txt")


STORED: Final = [*sorted(BEFORE_SQUASH.glob("*.sqlite3.gz")), *sorted(VERSIONS.glob("*.gz"))]


@pytest.fixture(params=STORED, ids=name_of)
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
        migrate_as(source)
        in_sqlite = tables_of(source)
        tables = sorted(in_sqlite - {"sqlite_sequence"})
        with transaction.atomic(), connection.cursor() as cursor:
            for table in set(connection.introspection.table_names(cursor)) - in_sqlite:
                cursor.execute(f"DROP TABLE {table}")  # a migration with `Once` makes those of all versions
            cursor.execute(f"TRUNCATE {', '.join(tables)}")
            for table in tables:
                stored_rows = source.execute(f"SELECT * FROM {table}")
                names = [name for name, *_ in stored_rows.description]
                values = ", ".join(f"%s::text::{types_in(table)[name]}" for name in names)
                columns = ", ".join(f'"{name}"' for name in names)
                cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({values})", stored_rows.fetchall())
                if "id" in names:
                    cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}")


def tables_of(source: sqlite3.Connection) -> set[str]:
    """Return the names of the tables in a SQLite database."""
    return {name for (name,) in source.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def migrate_as(source: sqlite3.Connection) -> None:
    """Bring a database to the migrations that another one has run, those that are joined by now together."""
    applied = set(source.execute("SELECT app, name FROM django_migrations"))
    last = {"site_config": "0008_tables"}
    for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if (app, name) in applied or (migration.replaces and applied.issuperset(migration.replaces)):
            last[app] = name
    MigrationExecutor(connection).migrate(list(last.items()))


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


def all_rows() -> Rows:
    """Return the rows of each table, by the names of the columns."""
    by_table = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {table}")
            names = [name for name, *_ in cursor.description]
            by_table[table] = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    return by_table


def check_kept(before: Rows, after: Rows) -> None:
    """Check that all rows are there, with what was in their columns, but for what migrations are to change."""
    has_chains = "chain_root" in before["games_game"][0]
    changed = CHANGED_COLUMNS if has_chains else CHANGED_COLUMNS | CHANGED_WITH_CHAINS
    for table, lines in before.items():
        if table in CHANGED_BY_MIGRATIONS:
            continue
        assert len(after[table]) == len(lines), table
        for name in {name for line in lines for name in line} - changed.get(table, set()):
            today = RENAMED_COLUMNS.get((table, name), name)
            if today in after[table][0]:
                assert column(after[table], today) == column(lines, name), f"{table}.{name}"


def column(lines: list[dict[str, Any]], name: str) -> list[str]:
    """Return the values of a column, each with the key of its row."""
    return sorted(f"{line.get('id')} {line[name]}" for line in lines)


def test_upgraded_database_keeps_every_row_its_games_go_on_and_a_backup_brings_the_version_back(
    of_that_version: str, tmp_path: Path
) -> None:
    """What the backup brings back is what was upgraded, so that is upgraded once: it takes seconds."""
    before = contents()
    call_command("backup", str(tmp_path / "backup"), stdout=StringIO())
    rows_before = all_rows()  # with that of the backup in the list of daily jobs
    make_tables(of_that_version)
    assert contents() != before
    check_kept(rows_before, all_rows())
    assert roles() == roles_granted()
    check_games_go_on()
    call_command("restore", str(tmp_path / "backup"), "--replace", stdout=StringIO())
    assert contents() == before


def roles() -> set[tuple[str, str]]:
    """Return what the roles of the staff may do."""
    return set(Group.objects.values_list("name", "permissions__codename"))


def roles_granted() -> set[tuple[str, str]]:
    """Return what all migrations together have granted."""
    steps = import_module("games.staff.migrations.0008_roles_and_presets").STEPS.values()
    return {(role, codename) for step in steps for role, codenames in step.items() for codename in codenames}


def check_games_go_on() -> None:
    """Check what is stored after the command that the changelog names, as ratings follow other rules now; play on."""
    printed = StringIO()
    call_command("rebuild_statistics", stdout=StringIO())
    call_command("check_games", stdout=printed)
    assert "Everything stored is what the logs say." in printed.getvalue()
    running = Game.objects.get(stage=Stage.DEAL).code
    version = snapshot_for(running).version
    assert act(running).version > version
    assert deal(Game.objects.get(stage=Stage.SCORED).code).stage is Stage.DEAL


def lines_of(tables: set[str]) -> list[str]:
    """Return the schema of these tables, in the database that is in use."""
    return [line for line in schema() if line.partition(":")[0] in tables]


def test_migrations_of_a_version_still_make_the_tables_that_it_had(
    stored: Path, tmp_path: Path, django_db_blocker: Any
) -> None:
    """A migration that is edited after a release leaves installed sites with other tables than new ones."""
    with django_db_blocker.unblock(), closing(sqlite3.connect(stored)) as source:
        with database_at(f"sqlite:///{stored}"):
            of_version = schema()
        with database_at(f"sqlite:///{tmp_path}/new.sqlite3"):
            migrate_as(source)
            assert lines_of(tables_of(source)) == of_version


@pytest.mark.postgres
@pytest.mark.parametrize(
    "stored",
    [
        file
        for file in sorted(DATA.glob("*/*.sqlite3.gz"))
        if (BEFORE_SQUASH / f"{name_of(file)}.postgresql.txt.gz").exists()
    ],
    ids=name_of,
    indirect=True,
)
def test_joined_migrations_make_what_the_single_ones_made_on_postgresql(
    request: pytest.FixtureRequest, stored: Path, postgres_server: str, django_db_blocker: Any
) -> None:
    of_version = gzip.decompress((BEFORE_SQUASH / f"{request.node.callspec.id}.postgresql.txt.gz").read_bytes())
    with (
        django_db_blocker.unblock(),
        closing(sqlite3.connect(stored)) as source,
        new_database(postgres_server) as address,
        database_at(address),
    ):
        migrate_as(source)
        assert lines_of(tables_of(source)) == of_version.decode().splitlines()


def test_new_site_has_the_rows_of_one_that_has_run_the_single_migrations(
    tmp_path: Path, django_db_blocker: Any
) -> None:
    old, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    old.write_bytes(gzip.decompress((BEFORE_SQUASH / "2026-11-30.sqlite3.gz").read_bytes()))
    found = []
    with django_db_blocker.unblock():
        for file in (old, new):
            make_tables(f"sqlite:///{file}")
            with database_at(f"sqlite:///{file}"):
                tables = all_rows()
                found.append([tables[name] for name in STORED_BY_MIGRATIONS])
                assert roles() == roles_granted()
    assert found[0] == found[1]


@pytest.mark.parametrize("stored", [VERSIONS / "0.3.0.sqlite3.gz"], ids=name_of, indirect=True)
def test_upgrade_replaces_the_index_that_a_migration_got_later(of_that_version: str) -> None:
    """Sites that were installed from the repository an hour before 0.3.0 have an index of two columns."""
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
