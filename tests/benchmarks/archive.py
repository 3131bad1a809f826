"""Bytes of a deal on PostgreSQL, before and after its events are archived: `python -m tests.benchmarks.archive`.

Bots play games in a new database, which is dropped afterwards.
"""

import argparse
import os
from time import process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connection  # noqa: E402  # models exist only now
from django.utils import timezone  # noqa: E402

from games.models import ArchivedLog, Deal, Event, logs  # noqa: E402
from tests.postgresql import database_at, make_tables, new_database  # noqa: E402
from tests.tables import begin, close_table, finish_deals, new_player  # noqa: E402

DEALS_A_GAME = 8


def size(table: str) -> int:
    """Return the bytes of a table with its indexes, after its free space was given back."""
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM FULL {table}")
        cursor.execute("SELECT pg_total_relation_size(%s)", [table])
        return int(cursor.fetchone()[0])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.archive", description=__doc__)
    parser.add_argument("--database", default="postgres://postgres@127.0.0.1:5432/postgres", help="a server")
    parser.add_argument("--games", type=int, default=3)
    options = parser.parse_args()
    with new_database(options.database) as address:
        make_tables(address)
        with database_at(address):
            for _ in range(options.games):
                code = begin(new_player(), bot_level="beginner")
                finish_deals(code, DEALS_A_GAME)
                close_table(code)
            report()


def report() -> None:
    deals, events = Deal.objects.count(), Event.objects.count()
    before, began = size(Event._meta.db_table), process_time()
    games = len(list(logs.archive_before(timezone.now())))
    took = process_time() - began
    after, left = size(ArchivedLog._meta.db_table), size(Event._meta.db_table)
    print(f"{games} games, {deals} deals, {events / deals:.0f} events a deal")
    print(f"a deal as events: {before / deals:,.0f} bytes, {before / events:.0f} an event, with indexes")
    print(f"a deal archived:  {after / deals:,.0f} bytes, and {left:,} bytes of the table of events are left")
    print(f"processor time here: {1000 * took / deals:.1f} ms a deal")


if __name__ == "__main__":
    main()
