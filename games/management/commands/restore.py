"""Replace the database by a backup, while the site is stopped."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.management import database_files
from games.models import Game


class Command(BaseCommand):
    help = "Replace all that the database holds by a backup. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that the command backup has written")
        parser.add_argument("--replace", action="store_true", help="even if the database holds games, which are lost")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        if not replace and self._games():
            raise CommandError(f"Games that the database holds: {self._games():,}. To lose them, add --replace.")
        database_files.read(file)
        self.stdout.write(f"Games restored: {self._games():,}. Run migrate in case the backup is of an older version.")

    def _games(self) -> int:
        has_tables = Game._meta.db_table in connection.introspection.table_names()
        return Game.objects.count() if has_tables else 0
