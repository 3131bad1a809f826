"""Write the whole database to a file, while the site runs."""

from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, transaction

from games.management import daily, database_files


class Command(BaseCommand):
    help = (
        "Write all that the database holds to a new file, while the site runs. The file holds the secrets of running "
        "games and of accounts: only its owner may read it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that does not exist yet")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if file.exists():
            raise CommandError(f"{file} exists already.")
        if not file.parent.is_dir():
            raise CommandError(f"There is no directory {file.parent}.")
        database_files.write(file)
        with suppress(DatabaseError), transaction.atomic():  # before an upgrade's `migrate` there may be no such table
            daily.record("backup")
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes. Keep it where no player can read it.")
