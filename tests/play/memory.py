"""What a process remembers of a table, beside what the database has."""

from games.models import Game
from games.play import loading, queries as table_queries, table_cache
from games.play.snapshot import FullSnapshot
from games.play.table import take_full_snapshot


def loaded(code: str) -> FullSnapshot:
    """Return what the table shows once it is loaded from the database."""
    return take_full_snapshot(loading.load(loading.game_by_code(code)))


def show_loaded(code: str) -> None:
    """Put what the table shows into the cache, as a reader does."""
    table_cache.store(table_queries.full_snapshot_of(loading.game_by_code(code)))


def cached(code: str) -> FullSnapshot | None:
    """Return what the cache has of the table's version in the database."""
    return table_cache.full_snapshot_at(code, Game.objects.get(code=code).version)
