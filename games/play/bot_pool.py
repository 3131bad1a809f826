"""The threads in which bots choose, one for each core: their search holds no lock of the interpreter."""

import os
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from games.play.bot_moves import Choice, Position
from games.play.turns import Move

_chosen_at: dict[Position, Future[Move]] = {}


def choose(choice: Choice) -> Future[Move]:
    """Let a bot choose in a thread of the pool, once for all who come to the same position of a board meanwhile."""
    at = choice.at
    if at is None:
        return _pool().submit(choice.choose)
    if (under_way := _chosen_at.get(at)) is not None:
        return under_way
    chosen = _chosen_at[at] = _pool().submit(choice.choose)
    chosen.add_done_callback(lambda _: _chosen_at.pop(at, None))
    return chosen


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count(), "bots")
