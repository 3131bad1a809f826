"""Add the finished deals that are not counted yet to the statistics of all deals."""

from typing import Any

from django.core.management.base import BaseCommand

from games.history import deal_counts


class Command(BaseCommand):
    help = "Count the cards of finished deals for the page /verify/deals/. The ticker does so every hour."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{deal_counts.count_new():,} deals counted.")
