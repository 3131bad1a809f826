"""This site as a cluster: web processes, a ticker, nginx, PgBouncer, PostgreSQL and Redis on one machine."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from games.engine import State, from_json, replay
from tests.benchmarks.load.site import BROWSERS, prepared
from tests.benchmarks.load.tables import Table
from tests.cluster import Cluster, serving
from tests.postgresql import new_database
from tests.sites import SECRET_KEY

_LAST_DEAL = """
SELECT event.payload FROM games_event AS event JOIN games_game AS game ON event.game_id = game.id
WHERE game.code = %s AND event.sequence = %s
"""


class OurCluster:
    """A cluster, with this many tables, at which `trios` of people sit."""

    name = "this site"
    settles_after = 5.0
    ways: tuple[str, ...] = ("socket", "form post")
    idle_ways: tuple[str, ...] = ("table open",)

    def __init__(self, cluster: Cluster, tables: list[tuple[str, list[str]]]) -> None:
        self.cluster, self._tables = cluster, iter(tables)
        self._database = psycopg.connect(cluster.database_url, autocommit=True)

    @contextmanager
    def serve(self) -> Iterator[list[int]]:
        yield self.cluster.pids

    def new_table(self, way: str) -> Table:
        code, sessions = next(self._tables)
        return Table(code, [BROWSERS[way](self.cluster.port, code, session) for session in sessions])

    def dealt(self, table: Table) -> State:
        row = self._database.execute(_LAST_DEAL, (table.code, table.version)).fetchone()
        assert row is not None, "the deal is an event of the table"
        return replay([from_json(row[0])])


@contextmanager
def new_cluster(
    directory: Path, postgres: str, redis: str, web: int, tables: int, trios: int, *, by_table: bool = True
) -> Iterator[tuple[Cluster, list[tuple[str, list[str]]]]]:
    """Serve a new site with so many web processes; yields it, and its tables with their players' sessions."""
    with new_database(postgres) as address:
        environment = {"DATABASE_URL": address, "SECRET_KEY": SECRET_KEY, "VAR_DIR": str(directory), "REDIS_URL": redis}
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        made = prepared(environment, tables, trios)
        with serving(directory, address, redis, web, tickers=2, by_table=by_table, BOT_PACE="1") as cluster:
            yield cluster, made
