"""The command line of the campaign of crashes: `python -m tests.crashes --kills 100 --tables 50`."""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # people look into the database between two frames
django.setup()

from tests.crashes import campaign  # noqa: E402  # models exist only now
from tests.crashes.faults import NAME, faults_of  # noqa: E402
from tests.postgresql import database_at, make_tables, new_database  # noqa: E402
from tests.sites import Site  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.crashes", description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="how often a process is killed (100)")
    parser.add_argument("--tables", type=int, default=50, help="tables of one to three people (50)")
    parser.add_argument("--pause", type=float, default=5, help="the most seconds between two crashes (5)")
    parser.add_argument("--minutes", type=float, default=60, help="after which no process is killed any more (60)")
    parser.add_argument("--database", default="", help="a PostgreSQL server; without it, SQLite")
    parser.add_argument("--redis", default="", help="a Redis database; with it, two processes serve the site")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))  # and no server is left behind
    with tempfile.TemporaryDirectory() as directory, site_in(Path(directory), options) as sites:
        people = campaign.seat(sites, options.tables)
        faults = faults_of(sites, people, options.database, options.redis)
        report = asyncio.run(campaign.run(sites, people, options.kills, faults, options.pause, options.minutes))
        print(report)
        for site in sites:
            site.stop()
        log = (Path(directory) / "log").read_text()
        unretrieved = log.count("never retrieved")
        if not report.is_good or unretrieved:
            print(log)
        print(f"exceptions that nobody retrieved {unretrieved}")
        call_command("check_games")
    sys.exit(not report.is_good or bool(unretrieved))


@contextmanager
def site_in(directory: Path, options: argparse.Namespace) -> Iterator[list[Site]]:
    """Serve a new site, and let this process use its database."""
    environment = {"DJANGO_SETTINGS_MODULE": "tests.settings_random_clock", "REDIS_URL": options.redis}
    environment["PGAPPNAME"] = NAME
    if options.database:
        with new_database(options.database) as address:
            make_tables(address)
            with serving([Site(directory, DATABASE_URL=address, **environment) for _ in range(2)]) as sites:
                yield sites
    else:
        with serving([Site(directory, **environment)]) as sites:
            yield sites


@contextmanager
def serving(sites: list[Site]) -> Iterator[list[Site]]:
    for site in sites:
        site.start()
    with database_at(sites[0].database_url):
        try:
            yield sites
        finally:
            for site in sites:
                site.kill()


if __name__ == "__main__":
    main()
