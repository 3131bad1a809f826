"""Run the whole site in one process: database, static files, web server, sockets and ticker."""

import asyncio
import gc
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games import bots
from games.management import static_files
from games.play import db_limits

PING_SECONDS: Final = 5

GC_THRESHOLDS: Final = (2_000, 20, 20)
"""The thresholds of the garbage collector's generations. A run over new objects takes about a millisecond, one over
twenty times as many finds the cycles that pages leave behind, and one over everything is rare. A smaller first
threshold would cost more in total: most new objects are freed by reference counting before a collection looks at them.
"""


class Command(BaseCommand):
    help = "Prepare the database and the static files, then serve the whole site from this one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
        parser.add_argument("--port", default=8000, type=int, help="port to listen on (default %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        db_limits.apply()  # before the first connection: all others are opened like it
        call_command("migrate", verbosity=0)
        static_files.collect()
        if not bots.are_compiled():
            self.stdout.write("The bots get ready; the first time that takes half a minute.")
            self.stdout.flush()
            bots.prepare()
        host = f"[{options['host']}]" if ":" in options["host"] else options["host"]
        self.stdout.write(f"Dummy Hand Spades: http://{host}:{options['port']}/  (stop with Control-C)")
        self.stdout.flush()
        serve(options["host"], options["port"])


def _freeze_loaded_objects() -> None:
    """Exclude all objects that exist now from garbage collection: they stay, and scanning them would delay moves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def serve(host: str, port: int, *, signal_handlers: bool = True) -> None:
    """Serve the site, with all that the ticker does, until the process ends. Only a main thread may handle signals."""
    # Imported late: daphne installs its reactor at import, which only the process that serves may do.
    from channels.routing import get_default_application
    from daphne.endpoints import build_endpoint_description_strings
    from daphne.server import Server
    from twisted.internet import reactor

    from games.management.tasks import run_all

    tasks: set[asyncio.Task[None]] = set()
    # daphne has no lifespan events, so these tasks start with the reactor; the set keeps them from being collected.
    reactor.callWhenRunning(lambda: tasks.add(asyncio.get_event_loop().create_task(run_all(_freeze_loaded_objects))))
    Server(
        get_default_application(),
        endpoints=build_endpoint_description_strings(host=host, port=port),
        server_name="",
        signal_handlers=signal_handlers,
        # A disconnected browser may not even send a close, so it is pinged often.
        ping_interval=PING_SECONDS,
        ping_timeout=PING_SECONDS,
    ).run()
