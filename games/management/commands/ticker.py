"""Run the ticker in a process of its own, for sites with several web processes."""

import asyncio
from typing import Any

from django.core.management.base import BaseCommand

from accounts import mail
from games.pairing import ticker as pairing
from games.play import due
from games.review import analysis_jobs


async def _serve() -> None:
    await asyncio.gather(due.run(), pairing.run(), mail.run())


class Command(BaseCommand):
    help = "Serve what the site owes (bots' moves, next deals, pairing, analyses, mail) until interrupted."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("The ticker runs. Stop it with Control-C.")
        analysis_jobs.start_worker()
        try:
            asyncio.run(_serve())
        except KeyboardInterrupt:
            self.stdout.write("The ticker has stopped.")
