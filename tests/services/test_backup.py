"""Backup and restore of both databases, by the commands that operators use."""

import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

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
    with pytest.raises(CommandError, match="holds 2 games"):
        run("restore", file)
    assert Game.objects.count() == 2
    assert "Restored: 1 games" in run("restore", file, "--replace")
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
        with closing(sqlite3.connect(database)) as writer:
            writer.execute("UPDATE games_game SET name = 'changed'")
            assert writer.in_transaction
            run("backup", tmp_path / "backup")
        assert connection.vendor == "sqlite"
    with closing(sqlite3.connect(tmp_path / "backup")) as copy:
        assert copy.execute("SELECT name FROM games_game").fetchall() == [("A table",)]
