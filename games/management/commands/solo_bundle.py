"""Make the files with which browsers play without a connection (docs/offline.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.management.solo_bundle import bundle


class Command(BaseCommand):
    help = "Make the files with which browsers play without a connection. Needs npm, Node.js and wasm-ld."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=settings.SOLO_DIR, help="where to (default %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            listing = bundle.make(options["folder"], settings.VAR_DIR / "pyodide")
        except RuntimeError as fault:
            raise CommandError(str(fault)) from fault
        if not listing["experts"]:
            self.stdout.write("Bots in it are beginners: others need wasm-ld, of Debian's package lld.")
        megabytes = {name: f"{listing[name] / 1e6:.2f} MB" for name in ("size", "brotli", "gzip")}
        self.stdout.write(
            f"{len(listing['files'])} files, {megabytes['size']}: {megabytes['brotli']} to transfer by Brotli, "
            f"{megabytes['gzip']} by gzip"
        )
