"""Run the whole site in one process: database, static files, web server, sockets and ticker."""

from argparse import ArgumentParser
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand

from accounts.base import db_limits
from games import bots
from games.management import server
from games.management.garbage import limit_arenas

STAMP: Final = "collected"
"""The file in VAR_DIR that says what was collected. It is written last, so that a collection cut short leaves none."""


def collect() -> None:
    """Collect the static files, which takes a second, unless those that are there were made of the same files."""
    stamp, sources = settings.VAR_DIR / STAMP, _sources()
    if not stamp.exists() or stamp.read_bytes() != sources + _collected():
        stamp.unlink(missing_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_bytes(sources + _collected())


def _sources() -> bytes:
    """Return a digest of the files to collect, and of what makes them into those that are served."""
    digest = sha256(repr((version("django"), version("whitenoise"), settings.STORAGES["staticfiles"])).encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            digest.update(name.encode() + sha256(Path(storage.path(name)).read_bytes()).digest())
    return digest.digest()


def _collected() -> bytes:
    """Return a digest of the names and sizes of the files that are there."""
    root = settings.STATIC_ROOT
    files = [(str(path.relative_to(root)), path.stat().st_size) for path in sorted(root.rglob("*"))]
    return sha256(repr(files).encode()).digest()


class Command(BaseCommand):
    help = "Prepare the database and the static files, then serve the whole site from this one process."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default %(default)s)")
        parser.add_argument("--port", default=8000, type=server.port, help="port to listen on (default %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        limit_arenas()
        db_limits.apply()  # before the first connection: all others are opened like it
        call_command("migrate", verbosity=0)
        collect()
        if not bots.are_compiled():
            self.stdout.write("The bots get ready; the first time that takes some ten seconds.")
            self.stdout.flush()
            bots.prepare()
        server.serve(options["host"], options["port"], self.stdout)
