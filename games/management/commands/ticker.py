"""Run the ticker in a process of its own, for sites with several web processes."""

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from games import bots
from games.management.tasks import run_all


class Command(BaseCommand):
    help = (
        "Serve what the site owes (bots' moves, next deals, pairing, analyses, mail, notifications) until interrupted."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not bots.are_compiled():
            self.stdout.write("The bots are compiled; the first time that takes a minute or two.")
            self.stdout.flush()
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends it in order, as Control-C does
        try:
            asyncio.run(run_all(lambda: self.stdout.write("The ticker runs. Stop it with Control-C.")))
        except KeyboardInterrupt:
            self.stdout.write("The ticker has stopped.")
