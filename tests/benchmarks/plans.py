"""What PostgreSQL reads for each page: `python -m tests.benchmarks.plans [--deals 1000000]`, in DATABASE_URL.

An empty database is first filled with generated games, each deal with as many events as a real one. Prints for each
page its milliseconds, the rows that its statements read of tables that grow with the deals, and which statement reads a
share of such a table that is too large: it takes longer with every deal that is played.
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

import django
from django.core.management import call_command

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if __name__ == "__main__":
    django.setup()

from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection
from django.db.models import DateTimeField, Field, Model
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.components import frames
from games.models import Deal, DealResult, DealScore, Event, Game, GameResult, RatingChange, Report, Seat
from games.play import table_cache
from tests.addresses import read_to_the_end, readable
from tests.benchmarks import sample_history
from tests.clients import signed_in
from tests.tables import begin, deal, finish_deals, new_player, play_on, to_play
from tests.views.test_query_counts import VARIANTS

STAR: Final = "Alex"
"""Whose pages `tests.addresses` names."""

OF_A_GENERATED_TABLE: Final = ("", "sheet/")
EVENTS_OF_A_DEAL: Final = 57
"""The deal, three bids and declarations, the exposed dummy and 52 cards."""

LARGE: Final = frozenset(
    f"games_{name}"
    for name in ("deal", "dealresult", "dealscore", "event", "game", "gameresult", "ratingchange", "seat")
)
"""The tables that grow with every game."""

COPIED: Final = (Game, Seat, Deal, DealScore, DealResult, GameResult, RatingChange)

MOST: Final = 0.25
"""The share of a large table above which a statement reads too much of it. A player with a tenth of all games is read
whole for some pages, and a statement without an index reads everything.
"""

ALLOWED: Final = 'SELECT COUNT(*) AS "__count" FROM "games_game"'
"""The staff's list of games says how many there are. It is counted in an index: 10 ms for a million deals."""

GENERATED: Final = 100_000
"""How many deals are generated at most; the others are copies, because to generate a million takes half an hour."""

_ADD_EVENTS: Final = """
INSERT INTO games_event (game_id, deal_id, sequence, payload, author, taken_back, at)
SELECT game_id, id, (number - 1) * %s + place, '{"kind": "play", "card": "AS", "player": 0}', 'player', false, dealt_at
FROM games_deal, generate_series(1, %s) AS place
"""


@dataclass
class Reads:
    """What the statements of one page have read: rows by table, and the statements that read too much."""

    sizes: dict[str, int]
    rows: dict[str, int] = field(default_factory=dict)
    too_much: list[str] = field(default_factory=list)

    def explain(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Note the plan of a statement before it is executed (a wrapper of `connection.execute_wrapper`)."""
        if sql.startswith("SELECT"):
            with context["connection"].create_cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
                self._note(sql, cursor.fetchone()[0][0]["Plan"])
        return execute(sql, params, many, context)

    def _note(self, sql: str, plan: dict[str, Any]) -> None:
        for scan in _scans(plan):
            table, read = scan["Relation Name"], _rows(scan)
            self.rows[table] = self.rows.get(table, 0) + read
            if sql != ALLOWED and (scan["Node Type"] == "Seq Scan" or read > MOST * self.sizes[table]):
                short = re.sub(r"(%s, )+%s", "%s, …", sql)
                self.too_much.append(f"{scan['Node Type']} reads {read:,} rows of {table}: {short}")


def _scans(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The nodes of a plan that read a large table."""
    if plan.get("Relation Name") in LARGE and plan["Node Type"].endswith("Scan"):
        yield plan
    for part in plan.get("Plans", ()):
        yield from _scans(part)


def _rows(scan: dict[str, Any]) -> int:
    """How many rows a node has read, with those it had no use for."""
    removed = scan.get("Rows Removed by Filter", 0) + scan.get("Rows Removed by Index Recheck", 0)
    return int((scan["Actual Rows"] + removed) * scan["Actual Loops"])


def fill(deals: int) -> None:
    """Fill an empty database with finished games and their events, and really play one that is still running.

    The database's user has to be a superuser, who may leave foreign keys unchecked.
    """
    sample_history.fill_database(min(deals, GENERATED), star=STAR)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # to check the keys of 57 million events takes longer
        cursor.execute("ALTER TABLE games_event SET UNLOGGED")  # and so does to write each twice
        for statement in _copies(deals // GENERATED):
            cursor.execute(statement)
        cursor.execute("SET enable_material = off")  # the events of one deal after the other: indexes grow at their end
        cursor.execute(_ADD_EVENTS, [EVENTS_OF_A_DEAL, EVENTS_OF_A_DEAL])
        cursor.execute("RESET ALL")
    code = begin(User.objects.get(username=STAR), new_player())
    finish_deals(code)
    deal(code)
    play_on(code, to_play)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _copies(times: int) -> Iterator[str]:
    """The statements after which there is so many times as much history, each copy a minute later than the last."""
    shifts: dict[type[Model], int] = {model: model._default_manager.latest("pk").pk for model in COPIED}
    for number in range(1, times):
        for model in COPIED:
            columns = {str(field.column): _copied(field, shifts, number) for field in model._meta.concrete_fields}
            names = ", ".join(map(connection.ops.quote_name, columns))
            table, key = model._meta.db_table, model._meta.pk.column
            yield (
                f"INSERT INTO {table} ({names}) SELECT {', '.join(columns.values())} FROM {table}"
                f" WHERE {key} <= {shifts[model]}"
            )
    counted = [model for model in COPIED if model is not DealResult]  # its key is that of its score
    yield from connection.ops.sequence_reset_sql(no_style(), counted)


def _copied(field: Field[Any, Any], shifts: dict[type[Model], int], number: int) -> str:
    """The value of a column in a copy: it refers to the copies of other rows, has its own code, and is later."""
    name = connection.ops.quote_name(str(field.column))
    refers_to = field.remote_field.model if field.remote_field else field.model if field.primary_key else None
    if refers_to in shifts:
        return f"{name} + {number * shifts[refers_to]}"
    if isinstance(field, DateTimeField):
        return f"{name} + interval '{number} minutes'"
    return f"left(md5({name} || '{number}'), 12)" if field.unique else name


def pages() -> Iterator[tuple[str, User | None]]:
    """Every page that can be read, with who reads it: a visitor, the star, or staff."""
    star = User.objects.get(username=STAR)
    played = Event.objects.select_related("game").latest("pk").game
    generated = GameResult.objects.filter(user=star).exclude(game=played).latest("at").game
    for reader, client in ((None, Client()), (star, signed_in(star))):
        for address in (*readable(client, {"": played}), *VARIANTS):
            yield address, reader
        for path in OF_A_GENERATED_TABLE:
            yield f"/tables/{generated.code}/{path}", reader
    yield from _staff_pages(star, played)


def _staff_pages(star: User, game: Game) -> Iterator[tuple[str, User | None]]:
    staff = User.objects.create_superuser(f"Staff{User.objects.count()}", password="correct horse")
    report = Report.objects.create(reporter=star, subject=game.host, game=game)
    for name in ("accounts_user", "games_game", "games_message", "games_report", "games_softplay"):
        yield reverse(f"admin:{name}_changelist"), staff
    yield reverse("admin:games_game_changelist") + "?state=stuck", staff
    yield reverse("admin:index"), staff
    yield reverse("admin:games_game_change", args=[game.pk]), staff
    yield reverse("admin:accounts_user_change", args=[star.pk]), staff
    yield reverse("admin:games_report_change", args=[report.pk]), staff


@contextmanager
def as_if_large() -> Iterator[None]:
    """Let the planner avoid what only pays for tables that are small yet: to read and to join them as a whole."""
    with connection.cursor() as cursor:
        for way in ("seqscan", "hashjoin", "mergejoin"):
            cursor.execute(f"SET enable_{way} = off")
        yield
        cursor.execute("RESET ALL")


def sizes() -> dict[str, int]:
    """How many rows each large table has, as PostgreSQL counted when it was analysed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, reltuples::bigint FROM pg_class WHERE relname = ANY(%s)", [list(LARGE)])
        return dict(cursor.fetchall())


def reads_of(address: str, reader: User | None, sizes: dict[str, int]) -> Reads:
    """What is read for a page, with nothing in any cache."""
    client, reads = Client(), Reads(sizes)
    if reader:
        client.force_login(reader)
    for store in (cache, table_cache, frames):
        store.clear()
    with connection.execute_wrapper(reads.explain):
        answer = client.get(address)
        assert answer.status_code in (200, 302, 403), (address, answer.status_code)
        read_to_the_end(answer)
    return reads


def report(which: Iterable[tuple[str, User | None]]) -> int:
    """Print what each page reads; return how many read too much."""
    counted, faults = sizes(), 0
    print(", ".join(f"{table} {rows:,}" for table, rows in sorted(counted.items())))
    for address, reader in which:
        start = perf_counter()
        reads = reads_of(address, reader, counted)
        milliseconds = 1000 * (perf_counter() - start)
        print(f"{milliseconds:8.1f} ms {sum(reads.rows.values()):10,} rows  {address} ({reader or 'a visitor'})")
        for statement in dict.fromkeys(reads.too_much):  # a download repeats them for each thousand games
            print(f"         {statement}")
        faults += bool(reads.too_much)
    return faults


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.plans", description=__doc__)
    parser.add_argument("--deals", type=int, default=1_000_000, help="deals to fill an empty database with (1000000)")
    options = parser.parse_args()
    from django.conf import settings  # needs Django set up

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    call_command("migrate", verbosity=0)
    if not Game.objects.exists():
        fill(options.deals)
    if faults := report(pages()):
        sys.exit(f"{faults} pages read too much.")


if __name__ == "__main__":
    main()
