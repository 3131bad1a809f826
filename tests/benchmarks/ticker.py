"""How many steps of games a ticker serves: `python -m tests.benchmarks.ticker [--seconds 20] [--threads 1 2]`.

Experts play all three seats of many games on a new SQLite database, without pauses, so that something is always due. It
prints the steps in a second of time and in one of processor time, for so many threads in which bots choose.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter, process_time, sleep
from typing import Final

import django
import pytest
from prometheus_client import REGISTRY

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
if __name__ == "__main__":
    django.setup()

from games import bots
from games.models import Game
from games.play import proposals, queue, thinking_pool, ticker
from games.play.ticker import HeldMoves
from tests.postgresql import database_at, make_tables
from tests.sites import ROOT
from tests.tables import begin, new_player

GAMES: Final = 60


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.ticker", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    options = parser.parse_args()
    bots.prepare()
    for threads in options.threads:
        pool = thinking_pool.Pool(threads)
        with games_of_experts(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(thinking_pool, "pool", lambda pool=pool: pool)
            serve_for(1.0)
            before = thought()
            steps, seconds, used = serve_for(options.seconds)
            thinking = thought() - before
        each = f"{1000 * used / steps:.1f} ms of processor time each, {1000 * thinking / steps:.1f} of them thinking"
        print(f"{threads} threads: {steps / seconds:.0f} steps a second, {each}")


def thought() -> float:
    """Return the processor time that bots have needed for their choices, in seconds."""
    return REGISTRY.get_sample_value("spades_thinking_seconds_total", {"purpose": "table"}) or 0.0


@contextmanager
def games_of_experts() -> Iterator[None]:
    """Begin games that bots play to their end, in a database of their own on the disk of the site's data."""
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="ticker-", dir=ROOT / "var") as directory:
        address = f"sqlite:///{directory}/db.sqlite3"
        make_tables(address)
        with database_at(address):
            begin_games()
            yield


def begin_games() -> None:
    """Begin games of three Experts in the database of this process."""
    for _ in range(GAMES):
        with queue.change(begin(new_player(), bot_level="expert")) as game:
            proposals.stand_in(game, 0)


def serve_for(seconds: float) -> tuple[int, float, float]:
    """Serve what is due for so many seconds; return the steps, the time and the processor time."""
    held, steps, begun, used = HeldMoves(0), 0, perf_counter(), process_time()
    while perf_counter() - begun < seconds:
        steps += (served := ticker.serve_due(held))
        if not served:
            sleep(held.rest(0.01))
    held.finish()
    assert Game.objects.filter(due_at__isnull=False).exists(), "the games have not ended"
    return steps, perf_counter() - begun, process_time() - used


if __name__ == "__main__":
    main()
