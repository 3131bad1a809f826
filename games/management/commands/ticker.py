"""Run the ticker in a process of its own, for sites with several web processes."""

import asyncio
import signal
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand

from accounts import mail
from accounts.notifications import handing_over
from games.pairing import ticker as pairing
from games.play import due, turn_notifications
from games.review import analysis_jobs


async def _serve(when_ready: Callable[[], object]) -> None:
    await asyncio.gather(due.run(when_ready), pairing.run(), mail.run(), handing_over.run(turn_notifications.store))


class Command(BaseCommand):
    help = (
        "Serve what the site owes (bots' moves, next deals, pairing, analyses, mail, notifications) until interrupted."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends it in order, as Control-C does
        analysis_jobs.start_worker()
        try:
            asyncio.run(_serve(lambda: self.stdout.write("The ticker runs. Stop it with Control-C.")))
        except KeyboardInterrupt:
            self.stdout.write("The ticker has stopped.")
