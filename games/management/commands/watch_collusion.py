"""Add the finished deals that are not watched yet to the collusion watch."""

from typing import Any

from django.core.management.base import BaseCommand

from games.history import collusion
from games.models import SoftPlay


class Command(BaseCommand):
    help = "Look in finished deals for players who defend softly against one declarer (docs/collusion.md)."

    def handle(self, *args: Any, **options: Any) -> None:
        watched = collusion.watch_new()
        flagged = SoftPlay.objects.filter(flagged=True).count()
        self.stdout.write(f"{watched:,} deals watched, conspicuous pairs: {flagged:,}.")
