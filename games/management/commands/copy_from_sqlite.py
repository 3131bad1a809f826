"""Move a site from SQLite to PostgreSQL. Rows keep their keys, so sessions and links stay valid."""

from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.management.base import BaseCommand, CommandError
from django.core.management.color import no_style
from django.db import DatabaseError, connection, connections, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from accounts.models import User
from games.models import Game


class Command(BaseCommand):
    help = "Copy all that a backup of SQLite holds to this PostgreSQL database, which has tables and no games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that the command backup has written with SQLite")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        rows = copy(file)
        ContentType.objects.clear_cache()
        self.stdout.write(f"Copied: {rows:,} rows, among them {Game.objects.count():,} games. Now run check_games.")


SOURCE: Final = "source"
"""The name of the connection to the file."""

AT_ONCE: Final = 500


def copy(file: Path) -> int:
    """Replace what the database holds by what a backup of SQLite holds; return how many rows there are.

    Raises CommandError; then nothing has changed.
    """
    if connection.vendor != "postgresql":
        raise CommandError("Copying is for PostgreSQL: set DATABASE_URL to where the site is to be.")
    with _opened(file):
        _check()
        try:
            with transaction.atomic():
                return _copy_all()
        except DatabaseError as error:
            raise CommandError(f"Nothing has changed, as PostgreSQL did not take all rows: {error}") from None


@contextmanager
def _opened(file: Path) -> Iterator[None]:
    """Open the file for reading, as a database of Django."""
    source: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{file.resolve().as_uri()}?mode=ro"}
    databases = connections.configure_settings({"default": {**source, "OPTIONS": {"uri": True}}})
    connections.settings[SOURCE] = databases["default"]
    try:
        with closing(connections[SOURCE]):
            yield
    finally:
        del connections[SOURCE], connections.settings[SOURCE]


def _check() -> None:
    """Raise CommandError unless the file can be copied, and nothing is lost thereby."""
    try:
        of_file = set(MigrationRecorder(connections[SOURCE]).applied_migrations())
    except DatabaseError as error:
        raise CommandError(f"The file is no SQLite database: {error}") from None
    ours = set(MigrationRecorder(connection).applied_migrations())
    if of_file != ours or not ours:
        raise CommandError("The tables of both databases have to be of the same version: run migrate on both.")
    if Game.objects.exists() or User.objects.exists():
        raise CommandError("The database holds games or accounts already. Use a new one.")


def _copy_all() -> int:
    """Copy the rows of all tables but that of the migrations, in any order: references are checked at the end."""
    tables = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in tables)
    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {names}")
        rows = sum(map(_copy_table, tables))
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)
    connection.check_constraints()
    return rows


def _copy_table(model: type[models.Model]) -> int:
    """Copy the rows of a table as they are; return how many they are."""
    fields = [field for field in model._meta.concrete_fields if not field.generated]
    rows, count = model._base_manager.using(SOURCE).order_by("pk").iterator(AT_ONCE), 0
    while batch := list(islice(rows, AT_ONCE)):
        # As `loaddata` saves, which changes no field, but many rows at once.
        model._base_manager.using("default")._insert(batch, fields, raw=True)  # type: ignore[attr-defined]
        count += len(batch)
    return count
