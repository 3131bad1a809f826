"""Do the jobs of every day now."""

import os
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management import daily


class Command(BaseCommand):
    help = (
        "Write a backup to BACKUP_DIR, remove guests, sessions, chat and the like that nobody needs any more, and add "
        "new deals to the collusion watch. A ticker does so once a day; this is for timers."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--due", action="store_true", help="only what is due and no other process does")

    def handle(self, *args: Any, due: bool, verbosity: int, **options: Any) -> None:
        if due and hasattr(os, "nice"):
            os.nice(10)  # players come first
        failed = []
        for name, count in daily.perform(due_only=due):
            if count is None:
                failed.append(name)
            elif verbosity:
                self.stdout.write(f"{name}: {count:,}")
        if failed:
            raise CommandError(f"Failed: {', '.join(failed)}. The log says why.")
