"""Backup and restore of both databases, by the commands that operators use."""

import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.backends.utils import CursorWrapper

from games.models import Event, Game
from tests.postgresql import database_at, new_database
from tests.sites import migrated_database
from tests.tables import begin, finish_deals, new_player

EMPTY_SQLITE = b"SQLite format 3\0" + bytes(84)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.slow])], ids=str)
def _database(
    request: pytest.FixtureRequest, tmp_path: Path, django_db_blocker: pytest.FixtureRequest
) -> Iterator[None]:
    """Use an empty database of this kind, which the test may replace."""
    with django_db_blocker.unblock():
        if request.param == "sqlite":
            shutil.copyfile(migrated_database(), tmp_path / "db.sqlite3")
            with database_at(f"sqlite:///{tmp_path}/db.sqlite3"):
                yield
        else:
            tables = urlsplit(request.getfixturevalue("_tables_in_postgresql")).path[1:]
            with new_database(request.getfixturevalue("postgres_server"), tables) as address, database_at(address):
                yield


def run(*command: object) -> str:
    printed = StringIO()
    call_command(*map(str, command), stdout=printed)
    return printed.getvalue()


@pytest.mark.usefixtures("_database")
def test_restored_database_is_the_one_that_was_backed_up(tmp_path: Path) -> None:
    file = tmp_path / "backup"
    finish_deals(begin(new_player()))
    events = list(Event.objects.values_list("sequence", "payload"))
    run("backup", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "a backup holds the secrets of running games"
    begin(new_player())
    with pytest.raises(CommandError, match="holds: 2"):
        run("restore", file)
    assert Game.objects.count() == 2
    assert "Games restored: 1." in run("restore", file, "--replace")
    assert list(Event.objects.values_list("sequence", "payload")) == events
    assert "Everything stored" in run("check_games")
    begin(new_player())
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith("backup") and path != file]


@pytest.mark.usefixtures("_database")
def test_file_that_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    begin(new_player())
    damaged = tmp_path / "damaged"
    for content in (b"", b"PGDMP", EMPTY_SQLITE, b"something else"):
        damaged.write_bytes(content)
        with pytest.raises(CommandError):
            run("restore", damaged, "--replace")
    with pytest.raises(CommandError, match="There is no file"):
        run("restore", tmp_path / "missing")
    with pytest.raises(CommandError, match="exists already"):
        run("backup", damaged)
    assert damaged.read_bytes() == b"something else"
    assert Game.objects.count() == 1


def test_backup_of_sqlite_waits_for_no_writer(tmp_path: Path, django_db_blocker: pytest.FixtureRequest) -> None:
    """What is not committed yet is not in it."""
    database = tmp_path / "db.sqlite3"
    shutil.copyfile(migrated_database(), database)
    with django_db_blocker.unblock(), database_at(f"sqlite:///{database}"):
        begin(new_player())
        connection.cursor().execute("PRAGMA busy_timeout = 0")  # who would wait for the writer fails at once
        with closing(sqlite3.connect(database)) as writer:
            writer.execute("UPDATE games_game SET name = 'changed'")
            assert writer.in_transaction
            run("backup", tmp_path / "backup")
        assert connection.vendor == "sqlite"
    with closing(sqlite3.connect(tmp_path / "backup")) as copy:
        assert copy.execute("SELECT name FROM games_game").fetchall() == [("A table",)]


@pytest.fixture
def postgresql(postgres_server: str, _tables_in_postgresql: str, django_db_blocker: Any) -> Iterator[CursorWrapper]:
    """Use a database of the site in PostgreSQL, with things in it that are not the site's; yield a cursor."""
    template = urlsplit(_tables_in_postgresql).path[1:]
    with (
        new_database(postgres_server, template) as address,
        django_db_blocker.unblock(),
        database_at(address),
        connection.cursor() as cursor,
    ):
        cursor.execute("CREATE EXTENSION citext")
        cursor.execute("CREATE TABLE notes (text text)")
        cursor.execute("CREATE SCHEMA others CREATE TABLE notes (text citext)")
        yield cursor


@pytest.mark.slow
@pytest.mark.postgres
def test_restoring_leaves_alone_what_is_not_of_the_site(postgresql: CursorWrapper, tmp_path: Path) -> None:
    run("backup", tmp_path / "backup")
    postgresql.execute("INSERT INTO others.notes VALUES ('kept'); CREATE TABLE more (text citext)")
    postgresql.execute("CREATE TABLE games_newer (game_id bigint REFERENCES games_game DEFERRABLE)")
    begin(new_player())
    run("restore", tmp_path / "backup", "--replace")
    assert not Game.objects.exists()
    postgresql.execute("SELECT text = 'KEPT' FROM others.notes")
    assert postgresql.fetchall() == [(True,)]
    assert {"notes", "more"} <= {*connection.introspection.table_names(postgresql)}
    assert "games_newer" not in connection.introspection.table_names(postgresql)


@pytest.mark.slow
@pytest.mark.postgres
def test_restoring_that_fails_changes_nothing(postgresql: CursorWrapper, tmp_path: Path) -> None:
    file, half = tmp_path / "backup", tmp_path / "half"
    finish_deals(begin(new_player()))
    run("backup", file)
    half.write_bytes(file.read_bytes()[:-200])
    begin(new_player())
    with pytest.raises(CommandError, match="Nothing has changed"):
        run("restore", half, "--replace")
    assert Game.objects.count() == 2
    postgresql.execute("CREATE VIEW others.names AS SELECT name FROM games_game")
    with pytest.raises(CommandError, match=r"view others\.names depends on table games_game"):
        run("restore", file, "--replace")
    assert Game.objects.count() == 2


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.usefixtures("postgresql")
def test_backup_can_be_restored_to_a_new_database(postgres_server: str, tmp_path: Path) -> None:
    begin(new_player())
    run("backup", tmp_path / "backup")
    with new_database(postgres_server) as address, database_at(address):
        assert "Games restored: 1." in run("restore", tmp_path / "backup")
