"""Move a site from SQLite to PostgreSQL."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.core.management.base import BaseCommand, CommandError

from games.management import copying
from games.models import Game


class Command(BaseCommand):
    help = "Copy all that a backup of SQLite holds to this PostgreSQL database, which has tables and no games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that the command backup has written with SQLite")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        rows = copying.copy(file)
        ContentType.objects.clear_cache()
        self.stdout.write(f"Copied: {rows:,} rows, among them {Game.objects.count():,} games. Now run check_games.")
