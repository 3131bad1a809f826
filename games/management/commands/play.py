"""Run the whole site in one process: database, static files, web server, sockets and ticker."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from games import bots
<<<<<<< HEAD
from games.management import static_files
from games.play import db_limits

PING_SECONDS: Final = 5

GC_THRESHOLDS: Final = (2_000, 20, 20)
"""The thresholds of the garbage collector's generations. A run over new objects takes about a millisecond, one over
twenty times as many finds the cycles that pages leave behind, and one over everything is rare. A smaller first
threshold would cost more in total: most new objects are freed by reference counting before a collection looks at them.
"""
=======
from games.management import server, static_files
>>>>>>> b6b6ccb5 (Serve play with uvicorn, and refuse large or ambiguous requests early)


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
        server.serve(options["host"], options["port"])
