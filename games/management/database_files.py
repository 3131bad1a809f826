"""Backups: files that hold the whole database, written and read by the database's own tools."""

import os
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import Any, Final

from django.apps import apps
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

_BEGINNINGS: Final = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}

_LONGEST_WAIT: Final = "10s"
"""How long a table that is to be replaced may be in use: by then, somebody has forgotten to stop the site."""


def write(path: Path) -> None:
    """Write a backup that only its owner may read, while the site runs. Raises CommandError; then there is no file."""
    if "games_game" not in connection.introspection.table_names():
        raise CommandError(
            "The database has no tables of the site, so there is nothing to keep: is DATABASE_URL right?"
        )
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
    """Replace all that the site has stored by a backup. Raises CommandError; then nothing has changed.

    On PostgreSQL that is what the backup holds of the site's schema, and the tables of the site that it does not hold,
    such as those of a newer version. Other schemas and extensions stay.
    """
    if connection.vendor == "sqlite":
        _check_sqlite(path)
        connection.ensure_connection()
        with closing(sqlite3.connect(path)) as copy:
            copy.backup(connection.connection)
    else:
        schema = _schema()
        _check_postgresql(path, schema)
        _replace(_drop_tables(), "--clean", "--if-exists", "--no-owner", f"--schema={schema}", str(path))


def _check_sqlite(path: Path) -> None:
    """Raise CommandError unless the file is a whole SQLite database of the site."""
    _check_beginning(path)
    with closing(sqlite3.connect(path)) as copy, suppress(sqlite3.DatabaseError):
        tables = copy.execute("SELECT name FROM sqlite_master WHERE name = 'games_game'").fetchall()
        if tables and copy.execute("PRAGMA quick_check").fetchall() == [("ok",)]:
            return
    raise CommandError(f"{path} is damaged, or holds something else.")


def _check_postgresql(path: Path, schema: str) -> None:
    """Raise CommandError unless the file is an archive that has tables of the site for this schema."""
    _check_beginning(path)
    content = _run("pg_restore", "--list", str(path))
    if f" TABLE DATA {schema} games_game " not in content:
        raise CommandError(f"{path} holds no games for the schema {schema} of the database.")


def _check_beginning(path: Path) -> None:
    with path.open("rb") as file:
        beginning = file.read(16)
    if not beginning.startswith(_BEGINNINGS[connection.vendor]):
        raise CommandError(f"{path} is no backup of a database of this kind ({connection.vendor}).")


def _schema() -> str:
    """Return the name of the schema in which the site has its tables."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_schema()")
        return str(cursor.fetchone()[0])


def _drop_tables() -> str:
    """Return the statements that drop the tables of the site: those that begin with the name of an app of any version.

    What somebody else has built on them is not dropped, so PostgreSQL refuses then.
    """
    labels = {"django"} | {app.label for app in apps.get_app_configs()}
    labels |= {app for app, _ in MigrationRecorder(connection).applied_migrations()}
    beginnings = tuple(f"{label}_" for label in labels)
    names = [name for name in connection.introspection.table_names() if name.startswith(beginnings)]
    if not names:
        return ""
    return f"SET lock_timeout = '{_LONGEST_WAIT}'; DROP TABLE {', '.join(map(connection.ops.quote_name, names))};\n"


def _replace(before: str, *options: str) -> None:
    """Let psql execute these statements, and then those of an archive, in one transaction.

    The statement that commits follows only a whole archive.
    """
    restore, psql = ["pg_restore", *options, "--file=-"], ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    with TemporaryFile("w+") as complaints, _started(psql, stdin=PIPE, stdout=DEVNULL, stderr=complaints) as target:
        assert target.stdin is not None
        with suppress(BrokenPipeError), target.stdin:
            target.stdin.write(f"BEGIN;\n{before}")
            target.stdin.flush()
            with _started(restore, stdout=target.stdin, stderr=complaints) as archive:
                pass
            if archive.returncode == 0:
                target.stdin.write("COMMIT;\n")
        if target.wait() or archive.returncode:
            complaints.seek(0)
            raise CommandError(f"Nothing has changed, as the backup was not restored: {complaints.read()}")


def _run(tool: str, *options: str) -> str:
    """Return what a tool of PostgreSQL prints. Raises CommandError with what it complains about."""
    with _started([tool, *options], stdout=PIPE, stderr=PIPE) as process:
        printed, complaints = process.communicate()
    if process.returncode:
        raise CommandError(f"{tool} failed: {complaints}")
    return printed


def _started(command: list[str], **streams: Any) -> subprocess.Popen[str]:
    """Start a tool of PostgreSQL, which is given the site's database unless it only reads an archive."""
    tool, *options = command
    (_psql, *server, name), environment = connection.client.settings_to_cmd_args_env(connection.settings_dict, [])
    database = [] if tool == "pg_restore" else [*server, f"--dbname={name}"]
    try:
        return subprocess.Popen(  # noqa: S603  # no shell
            [tool, *database, *options], env=os.environ | (environment or {}), text=True, **streams
        )
    except FileNotFoundError:
        raise CommandError(f"{tool} is missing: install the client programs of PostgreSQL.") from None
