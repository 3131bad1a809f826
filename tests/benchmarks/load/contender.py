"""The interface of a site that the benchmark measures."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from games.engine import State
from tests.benchmarks.load.tables import Table


class Contender(Protocol):
    """A site that can be served, with tables at which three people are about to play."""

    name: str
    ways: tuple[str, ...]
    """How moves can be sent: over the open socket, or by form post."""
    settles_after: float
    """Seconds until whoever has opened a table is shown all the others who have."""
    idle_ways: tuple[str, ...]
    """What an idle player may have open: the table's socket, or every socket of the page."""

    def serve(self) -> AbstractContextManager[Sequence[int]]:
        """Run the server on its core; yields the ids of its processes."""

    def new_table(self, way: str) -> Table:
        """A table nobody has played at; its browsers are not connected yet."""

    def dealt(self, table: Table) -> State:
        """The deal all the browsers of this table show, just dealt, hidden cards and all."""
