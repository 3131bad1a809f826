"""Serve the whole site for its developers, and start it again when a file of it is saved."""

import os
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import autoreload

from games import bots
from games.management import server


class Command(BaseCommand):
    help = "Serve the whole site on this machine, and start it again when a file of it is saved. Only under DEBUG."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", default=8000, type=server.port, help="port to listen on (default %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("This is for development: set DEBUG=1.")
        if os.environ.get(autoreload.DJANGO_AUTORELOAD_ENV) == "true":
            autoreload.run_with_reloader(self._serve, options["port"])
        else:
            call_command("migrate", verbosity=0)
            self._keep_running()

    def _keep_running(self) -> None:
        """Run this command in a process that is started again on each save; after an error, wait for the developer."""
        with suppress(KeyboardInterrupt, EOFError):
            while autoreload.restart_with_reloader():
                input("The site has stopped. Correct the error above, then press Enter to start it again. ")

    def _serve(self, port: int) -> None:
        bots.prepare()
        server.serve("127.0.0.1", port, self.stdout)
