"""Move the events of old games out of the table that grows with every card."""

from argparse import ArgumentParser
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.models import logs

YOUNGEST: Final = timedelta(days=7)
"""Games that ended within this time stay: pages may still show how they ended."""


class Command(BaseCommand):
    help = "Pack the events of games that ended before a month, a row for each deal. It may be stopped and begun again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--before", required=True, metavar="YYYY-MM", help="games that ended before this month")

    def handle(self, *args: Any, before: str, **options: Any) -> None:
        try:
            moment = datetime.strptime(before, "%Y-%m").replace(tzinfo=UTC)
        except ValueError:
            raise CommandError("--before names a month, such as 2026-03.") from None
        if moment > timezone.now() - YOUNGEST:
            raise CommandError("Only games that ended more than a week ago can be archived.")
        games = 0
        try:
            for _code in logs.archive_before(moment):
                games += 1
        except logs.ArchiveDamaged as damaged:
            raise CommandError(
                f"The events of game {damaged} do not come out of the archive as they went in, and stay. "
                f"Games archived before it: {games:,}."
            ) from None
        self.stdout.write(f"Games archived: {games:,}.")
