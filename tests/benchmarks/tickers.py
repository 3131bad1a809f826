"""How many steps of games several tickers serve: `python -m tests.benchmarks.tickers --database URL --redis URL`.

Experts play all three seats of many games on a new database of that PostgreSQL server, without pauses, so that
something is always due. Each ticker is held on a core of its own, so it chooses in one thread; PostgreSQL, Redis and
other work run on these cores too.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter, sleep

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
if __name__ == "__main__":
    django.setup()

from django.db.models import Sum

from games.models import Game
from tests.benchmarks.load.processes import CORES, cpu_seconds, on_core
from tests.benchmarks.ticker import begin_games
from tests.cluster import Service, running, ticker_process
from tests.postgresql import database_at, make_tables, new_database
from tests.sites import ROOT, SECRET_KEY


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.tickers", description=__doc__)
    parser.add_argument("--database", required=True, help="a PostgreSQL server")
    parser.add_argument("--redis", required=True, help="a Redis database")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    options = parser.parse_args()
    for processes in options.processes:
        with new_database(options.database) as address:
            make_tables(address)
            with database_at(address):
                begin_games()
                with tickers(processes, DATABASE_URL=address, REDIS_URL=options.redis) as services:
                    steps, seconds, used = serve_for(options.seconds, services)
        each = f"{1000 * used / steps:.1f} ms of processor time each"
        print(f"{processes} processes: {steps / seconds:.0f} steps a second, {each}", flush=True)


@contextmanager
def tickers(count: int, **environment: str) -> Iterator[list[Service]]:
    """Run so many tickers, each on the next core."""
    with tempfile.TemporaryDirectory(prefix="tickers-", dir=ROOT / "var") as directory, ExitStack() as stack:
        env = {
            "VAR_DIR": directory,
            "NUMBA_CACHE_DIR": str(ROOT / "var" / "compiled"),
            "SECRET_KEY": SECRET_KEY,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "BOT_PACE": "0",
            **environment,
        }
        services = [ticker_process(Path(directory), number, env) for number in range(count)]
        for number, service in enumerate(services):
            with on_core(CORES[number % len(CORES)]):
                stack.enter_context(running(service))
        yield services


def serve_for(seconds: float, services: list[Service]) -> tuple[int, float, float]:
    """Let them serve for so many seconds; return the steps, the time and the processor time of all of them."""
    pids = [service.process.pid for service in services]
    sleep(2)  # so that what is made once is made
    before, begun, used = versions(), perf_counter(), cpu_seconds(pids)
    sleep(seconds)
    return versions() - before, perf_counter() - begun, cpu_seconds(pids) - used


def versions() -> int:
    """Return the sum of the versions of all games; each step makes a version."""
    return Game.objects.aggregate(sum=Sum("version"))["sum"] or 0


if __name__ == "__main__":
    main()
