"""Run the ticker in a process of its own, for sites with several web processes."""

import asyncio
import signal
from argparse import ArgumentParser
from collections.abc import Callable, Coroutine
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from prometheus_client import start_http_server

from accounts.base import db_limits, db_threads, mail
from accounts.names import keys as name_keys
from accounts.notifications import delivery
from games import bots
from games.fairness import deal_counts
from games.management import daily, deadlines
from games.management.garbage import freeze_loaded_objects, limit_arenas
from games.play import ticker, turn_notifications
from games.review import analysis_jobs
from games.subjects import all_subjects


class Command(BaseCommand):
    help = (
        "Serve what the site owes (bots' moves, next deals, pairing, analyses, mail, notifications) until interrupted."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--metrics",
            metavar="ADDRESS:PORT",
            help="where Prometheus finds the figures of this process: 127.0.0.1:9100",
        )

    def handle(self, *args: Any, metrics: str | None, **options: Any) -> None:
        limit_arenas()
        db_limits.apply()
        if metrics:
            _show_figures(metrics)
        if not bots.are_compiled():
            self.stdout.write("Compiling the bots; the first time that takes some ten seconds.")
            self.stdout.flush()
        try:
            asyncio.run(_until_terminated(run_all(self._begin)))
        except (KeyboardInterrupt, asyncio.CancelledError):
            self.stdout.write("The ticker has stopped.")

    def _begin(self) -> None:
        freeze_loaded_objects()
        self.stdout.write("The ticker runs. Stop it with Control-C.")


async def _until_terminated(everything: Coroutine[Any, Any, None]) -> None:
    """Run everything until SIGTERM cancels it, as Control-C does. An exception raised in the middle of whatever runs
    could leave a thread that has just been started without an end, and the process with it.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(task.cancel))
    await everything


def _show_figures(where: str) -> None:
    """Serve the figures of this process from a thread of its own. Raises CommandError."""
    address, colon, port = where.rpartition(":")
    try:
        if not colon:
            raise ValueError("there is no colon")
        start_http_server(int(port), address.strip("[]") or "0.0.0.0")  # noqa: S104  # as the operator asks for
    except (OSError, ValueError, OverflowError) as error:
        raise CommandError(f"No figures can be shown at {where!r}, which has to be ADDRESS:PORT: {error}") from None


async def run_all(when_ready: Callable[[], object]) -> None:
    """Run bots, clocks, the tasks of all subjects, analyses, mail, notifications and daily jobs.

    It ends when it is cancelled. `when_ready` as for `ticker.run`. Nothing else is served before games are, so that the
    time until then counts for nobody.
    """
    ready = asyncio.Event()

    def begin() -> None:
        when_ready()
        ready.set()

    async def run_the_rest() -> None:
        await ready.wait()  # nothing is begun before: a coroutine that is made and never awaited is warned of
        tasks = [
            db_threads.serve_every(task.seconds, task.serve, task.name, before_each=deadlines.look)
            for subject in all_subjects()
            for task in subject.tasks
        ]
        analyses = analysis_jobs.run(hourly=deal_counts.count_new)
        await asyncio.gather(*tasks, analyses, delivery.run(_before_messages), daily.run())

    await asyncio.gather(ticker.run(begin, deadlines.look), run_the_rest(), mail.run(), name_keys.run())


def _before_messages() -> None:
    deadlines.look()
    turn_notifications.store()
