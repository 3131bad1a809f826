"""Run the whole site in one process: database, static files, web server, sockets and ticker."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from accounts.base import db_limits
from games import bots
from games.management import server, static_files


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
