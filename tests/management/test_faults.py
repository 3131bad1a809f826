"""What an operator reads when a command can't do its work: a sentence and the exit status 1, and no traceback."""

import os
import subprocess
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection
from psycopg.errors import UndefinedTable
from redis.exceptions import ConnectionError as RedisNotConnected

from games.management import faults, server
from games.management.commands import check_games
from tests.postgresql import database_at
from tests.sites import ROOT

COMMANDS = (
    ("check_games",),
    ("rebuild_statistics",),
    ("daily",),
    ("archive_events", "--before=2026-01"),
    ("backup", "new.backup"),
    ("createsuperuser", "--noinput", "--username=Boss", "--email="),
)


def manage(directory: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command of `manage.py` for a database in the directory that has no tables."""
    environment = {
        "VAR_DIR": str(directory),
        "DATABASE_URL": f"sqlite:///{directory}/db.sqlite3",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DJANGO_SUPERUSER_PASSWORD": "correct horse",
    }
    line = [sys.executable, str(ROOT / "manage.py"), *command]
    return subprocess.run(line, cwd=directory, env=os.environ | environment, capture_output=True, text=True)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_database_without_tables_is_named_in_a_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    run = manage(tmp_path, *command)
    assert run.returncode == 1
    assert "tables" in run.stderr
    assert "Traceback" not in run.stderr
    assert not (tmp_path / "new.backup").exists()


@pytest.mark.slow
def test_traceback_is_printed_for_who_asks_for_it(tmp_path: Path) -> None:
    assert "Traceback" in manage(tmp_path, "check_games", "--traceback").stderr


def caused(error: DatabaseError, cause: Exception) -> DatabaseError:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OperationalError("database is locked"), "The database does not answer, or not in time: database is locked"),
        (RedisNotConnected("refused"), "The Redis server does not answer, or not in time: refused"),
        (
            caused(DatabaseError("no relation\nLINE 1"), UndefinedTable()),
            "The database lacks tables or columns of this version: run migrate. (no relation)",
        ),
        (PermissionError(13, "Permission denied", "a.backup"), "a.backup: Permission denied."),
        (OSError("a fault without a file"), None),
        (ValueError("a fault of the code"), None),
    ],
)
def test_fault_of_what_is_around_a_command_is_a_sentence(error: Exception, sentence: str | None) -> None:
    assert faults.sentence_for(error) == sentence


def test_backup_says_whether_the_file_is_there_or_its_directory_is_not(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="file exists already"):
        call_command("backup", str(tmp_path / "file"))
    with pytest.raises(CommandError, match="There is no directory"):
        call_command("backup", str(tmp_path / "nowhere" / "file"))


def test_database_without_tables_is_not_backed_up(tmp_path: Path, django_db_blocker: pytest.FixtureRequest) -> None:
    """With a wrong DATABASE_URL, the backup would hold nothing, which the operator would learn when it is needed."""
    with django_db_blocker.unblock(), database_at(f"sqlite:///{tmp_path}/other.sqlite3"):
        assert connection.vendor == "sqlite"
        with pytest.raises(CommandError, match="DATABASE_URL"):
            call_command("backup", str(tmp_path / "backup"))
    assert not (tmp_path / "backup").exists()


@pytest.mark.parametrize(
    ("parse", "text"),
    [
        *((server.port, text) for text in ("0", "-1", "65536", "99999", "http", "", "\u0663")),
        *((check_games.part, text) for text in ("5/4", "0/4", "x", "1/2/3", "")),
    ],
)
def test_wrong_argument_is_explained(parse: Callable[[str], object], text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"from 1 to 65535|such as 1/4"):
        parse(text)
