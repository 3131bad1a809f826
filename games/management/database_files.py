"""Backups: files that hold the whole database, written and read by the database's own tools."""

import os
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from django.core.management.base import CommandError
from django.db import connection

_BEGINNINGS: Final = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}


def write(path: Path) -> None:
    """Write a backup that only its owner may read, while the site runs. Raises CommandError; then there is no file."""
    with NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as new:
        pass
    try:
        if connection.vendor == "sqlite":
            connection.ensure_connection()
            with closing(sqlite3.connect(new.name)) as copy:
                connection.connection.backup(copy)  # in one step: writers of the site go on
                copy.execute("PRAGMA journal_mode = DELETE")  # the copy is one file
        else:
            _run("pg_dump", "--format=custom", f"--file={new.name}")
        os.link(new.name, path)
    except FileExistsError:
        raise CommandError(f"{path} exists already.") from None
    finally:
        with suppress(FileNotFoundError):
            os.unlink(new.name)


def read(path: Path) -> None:
    """Replace all that the database holds by a backup. Raises CommandError; then nothing has changed."""
    _check(path)
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(path)) as copy:
            copy.backup(connection.connection)
    else:
        options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
        _run("pg_restore", *options, str(path))


def _check(path: Path) -> None:
    """Raise CommandError unless the file is a whole backup of a database of this kind."""
    with path.open("rb") as file:
        beginning = file.read(16)
    if not beginning.startswith(_BEGINNINGS[connection.vendor]):
        raise CommandError(f"{path} is no backup of a database of this kind ({connection.vendor}).")
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(path)) as copy, suppress(sqlite3.DatabaseError):
            tables = copy.execute("SELECT name FROM sqlite_master WHERE name = 'games_game'").fetchall()
            if tables and copy.execute("PRAGMA quick_check").fetchall() == [("ok",)]:
                return
        raise CommandError(f"{path} is damaged, or holds something else.")


def _run(tool: str, *arguments: str) -> None:
    """Run a tool of PostgreSQL on the site's database."""
    (_psql, *server, name), environment = connection.client.settings_to_cmd_args_env(connection.settings_dict, [])
    command = [tool, *server, f"--dbname={name}", *arguments]
    try:
        subprocess.run(command, env=os.environ | (environment or {}), check=True, capture_output=True, text=True)  # noqa: S603  # no shell
    except FileNotFoundError:
        raise CommandError(f"{tool} is missing: install the client programs of PostgreSQL.") from None
    except subprocess.CalledProcessError as error:
        raise CommandError(f"{tool} failed: {error.stderr}") from None
