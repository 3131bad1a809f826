"""Tables and snapshots that this process has loaded, so that moves and pages need not read them again.

The database decides: a move at an outdated table fails at its first statement, and a reader gives the version it needs.
The writer takes tables out and puts them back; readers use snapshots. The two may be different threads.
"""

from threading import Lock
from typing import Final

from django.db import transaction

from accounts.base.recent import Recent
from games.play import loading
from games.play.snapshot import FullSnapshot
from games.play.table import Table, take_full_snapshot
from games.pubsub import groups
from games.values import Stage

MOST_TABLES: Final = 2000
KEPT_FOR: Final = 60.0
"""Seconds without a look or move after which a table is removed; it is loaded again when needed."""

_tables: Final = Recent[str, Table](MOST_TABLES, KEPT_FOR)
_snapshots: Final = Recent[str, FullSnapshot](MOST_TABLES, KEPT_FOR)
_lock = Lock()
"""Held while a snapshot is compared with the one that is stored."""


def check_out(code: str) -> Table | None:
    """Take a table out of the cache: the caller owns it until it is put back. None if it is not loaded."""
    return _tables.pop(code)


def look_up(code: str) -> Table | None:
    """Return a table of the cache, to read it while no writer can take it out; None if it is not loaded."""
    return _tables.get(code)


def discard(code: str) -> None:
    """Remove a table whose rows have changed without a turn; the next writer loads it."""
    _tables.pop(code)


def publish_on_commit(table: Table) -> None:
    """Put the table into the cache and announce its version after the commit of the current transaction."""
    if table.game.stage == Stage.OVER:  # its end has changed ratings too
        table = loading.load(loading.game_by_code(table.game.code))
    transaction.on_commit(lambda: _publish(table), robust=True)


def _publish(table: Table) -> None:
    code = table.game.code
    _tables.put(code, table)
    store(take_full_snapshot(table))
    groups.changed(code, table.game.version)


def store(full: FullSnapshot) -> None:
    """Store the snapshot, unless a newer one is stored."""
    with _lock:
        code, known = full.base.code, _snapshots.get(full.base.code)
        if known is None or known.base.version <= full.base.version:
            _snapshots.put(code, full)


def full_snapshot_at(code: str, version: int) -> FullSnapshot | None:
    """Return the table's snapshot at this version or a newer one; None if it is not loaded."""
    known = _snapshots.get(code)
    return known if known is not None and known.base.version >= version else None


def clear() -> None:
    """Remove everything."""
    _tables.clear()
    _snapshots.clear()
