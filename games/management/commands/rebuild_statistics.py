"""Rebuild histories, statistics and ratings from the deals, and report what differed."""

from typing import Any

from django.core.management.base import BaseCommand

from games.results import rebuild


class Command(BaseCommand):
    help = (
        "Work out histories, statistics and ratings anew from the deals, say whether those stored were equal, "
        "and put right what was not. For a site at rest."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        verdicts = rebuild.rebuild(self._progress)
        for model, verdict in verdicts.items():
            outcome = f"{verdict.wrong:,} differed and were put right" if verdict.wrong else "all equal"
            self.stdout.write(f"{model._meta.verbose_name_plural}: {verdict.rows:,}, {outcome}")
        if not any(verdict.wrong for verdict in verdicts.values()):
            self.stdout.write("Everything stored is what the deals say.")

    def _progress(self, done: int, total: int) -> None:
        ending = "\r" if self.stdout.isatty() and done < total else "\n"
        self.stdout.write(f"{done:,} of {total:,} games", ending=ending)
        self.stdout.flush()
