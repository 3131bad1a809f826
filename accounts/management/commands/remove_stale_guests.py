"""Delete guests not seen for 30 days, and expired sessions. To be run once a day."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.account_deletion import remove_stale_guests


class Command(BaseCommand):
    help = "Removes guest accounts unused for 30 days, and expired sessions. Games they finished stay."

    def handle(self, *args: Any, **options: Any) -> None:
        stale = remove_stale_guests(timezone.now())
        call_command("clearsessions")
        self.stdout.write(f"guests removed: {stale.deleted}; anonymised because their games remain: {stale.anonymised}")
