"""Figures of a site of several processes: `python -m tests.benchmarks.scaling`, and one of `FIGURES`.

Everything runs on this machine: the web processes, the ticker, nginx, PgBouncer, PostgreSQL, Redis, and the browsers.
"""

import argparse
import asyncio
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # people look into the database between two frames
django.setup()

from tests.benchmarks.load.measuring import Load, measure  # noqa: E402  # models exist only now
from tests.benchmarks.load.processes import cpu_seconds, resident_bytes  # noqa: E402
from tests.benchmarks.scaling.crowd import Crowd  # noqa: E402
from tests.benchmarks.scaling.site import OurCluster, new_cluster  # noqa: E402
from tests.benchmarks.scaling.strangers import strangers  # noqa: E402
from tests.benchmarks.scaling.upgrade import last_release, upgrade  # noqa: E402
from tests.cluster import Cluster  # noqa: E402
from tests.crashes import campaign  # noqa: E402
from tests.crashes.pauses import Pauses  # noqa: E402
from tests.crashes.people import looked_up  # noqa: E402
from tests.postgresql import database_at  # noqa: E402
from tests.sites import ROOT  # noqa: E402

IDLE_SECONDS: Final = 20
WINDOWS: Final = 10
"""How many windows each player of a crowd has open."""


async def processes(directory: Path, options: argparse.Namespace) -> None:
    """Print moves a second with more and more web processes, a table's players at one of them or at any."""
    print("web  players of a table    moves/s   a CPU s   median ms   99th % ms   busy: web, whole machine")
    load = Load(options.tables, None, options.seconds, deals=10)
    for web in options.web:
        for by_table in (True, False) if web > 1 else (True,):
            with new_cluster(
                directory, options.database, options.redis, web, 10 + options.tables, options.tables, by_table=by_table
            ) as (cluster, tables):
                site = OurCluster(cluster, tables)
                await measure(site, cluster.pids, Load(10, None, 3, deals=1), "socket")
                machine, began = _machine_seconds(), perf_counter()
                figures = await measure(site, cluster.pids, load, "socket")
                busy = (_machine_seconds() - machine) / (perf_counter() - began)
            where = "at one process" if by_table else "at any process"
            print(
                f"{web:3}  {where:20} {figures.moves_a_second:9,.0f} {figures.moves_a_cpu_second:9,.0f}"
                f" {1000 * figures.percentile(0.5):11.1f} {1000 * figures.percentile(0.99):11.1f}"
                f" {figures.server_busy:10.0%} {busy:6.0%}",
                flush=True,
            )


async def sockets(directory: Path, options: argparse.Namespace) -> None:
    """Print what many idle sockets cost."""
    with _crowded(directory, options) as (cluster, tables):
        before, crowd = resident_bytes(cluster.pids), Crowd(cluster.port, tables, options.browsers)
        began = perf_counter()
        await crowd.come()
        came = perf_counter() - began
        await crowd.wait_until_shown()
        shown_after = perf_counter() - began
        used = cpu_seconds(cluster.pids)
        await asyncio.sleep(IDLE_SECONDS)
        used = (cpu_seconds(cluster.pids) - used) / IDLE_SECONDS
        memory = resident_bytes(cluster.pids) - before
        lost = sum(visitor.lost for visitor in crowd.visitors)
        crowd.go()
    print(f"{options.browsers:,} idle sockets at {options.web[-1]} processes, opened in {came:.0f} s; lost {lost}")
    print(f"all had been shown everything after {shown_after:.0f} s")
    print(f"{memory / options.browsers / 1024:.0f} KiB each, {memory / 2**20:,.0f} MiB together; {used:.0%} of a core")


async def storm(directory: Path, options: argparse.Namespace) -> None:
    """Print how fast many browsers are back after all web processes were stopped and started again."""
    with _crowded(directory, options) as (cluster, tables):
        crowd, began = Crowd(cluster.port, tables, options.browsers), perf_counter()
        await crowd.come()
        print(f"{options.browsers:,} browsers came within {perf_counter() - began:.0f} s", flush=True)
        stopped = perf_counter()
        await asyncio.gather(*(asyncio.to_thread(service.restart) for service in cluster.web))
        served, used, ours = perf_counter(), cpu_seconds(cluster.pids), process_time()
        tries = sum(visitor.tries for visitor in crowd.visitors)
        back = await crowd.are_back(served)
        used, ours = cpu_seconds(cluster.pids) - used, process_time() - ours
        tries = sum(visitor.tries for visitor in crowd.visitors) - tries
        crowd.go()
    print(f"the site was away for {served - stopped:.1f} s")
    print(f"all are back: the median {back[len(back) // 2]:.1f} s after that, the last {back[-1]:.1f} s after")
    print(f"{tries:,} tries to connect; processor time of each browser's return, in milliseconds:", end=" ")
    print(f"web {1000 * used / options.browsers:.1f}, the browser itself {1000 * ours / options.browsers:.1f}")


async def restart(directory: Path, options: argparse.Namespace) -> None:
    """Print what players saw of a restart of one process after the other."""
    with (
        new_cluster(directory, options.database, options.redis, options.web[-1], 0, 1) as (cluster, _tables),
        database_at(cluster.database_url),
    ):
        people = await looked_up(lambda: campaign.seat([cluster], options.tables + 1))
        people = [person for person in people if not person.is_idle]
        pauses, report = Pauses(people), campaign.Report()
        playing = [asyncio.create_task(work) for work in (*(person.play() for person in people), pauses.watch())]
        await asyncio.sleep(5)
        for service in (*cluster.web, *cluster.tickers):
            await asyncio.to_thread(service.restart)
            await asyncio.sleep(5)
        await campaign.conclude(people, playing, report)
    print(f"{options.tables} tables, {len(people)} people\n{report}")
    print(f"longest pause that a player saw: {pauses.longest:.1f} s")


async def upgraded(directory: Path, options: argparse.Namespace) -> None:
    """Print what players saw of an upgrade from an earlier version."""
    if not await upgrade(
        directory, options.revision or last_release(), options.database, options.redis, options.tables
    ):
        sys.exit("The upgrade was not without a fault.")


FIGURES: Final[dict[str, Callable[[Path, argparse.Namespace], Coroutine[Any, Any, None]]]] = {
    "processes": processes,
    "sockets": sockets,
    "storm": storm,
    "restart": restart,
    "strangers": strangers,
    "upgrade": upgraded,
}


def _crowded(
    directory: Path, options: argparse.Namespace
) -> AbstractContextManager[tuple[Cluster, list[tuple[str, list[str]]]]]:
    tables = max(1, options.browsers // (3 * WINDOWS))
    return new_cluster(directory, options.database, options.redis, options.web[-1], tables, tables)


def _machine_seconds() -> float:
    """The processor time that everything on this machine has used, of all its cores."""
    busy = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    return (sum(busy) - busy[3] - busy[4]) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.scaling", description=__doc__)
    parser.add_argument("figure", choices=FIGURES)
    parser.add_argument("--database", default="postgres://postgres@127.0.0.1:5432/postgres", help="a server")
    parser.add_argument("--redis", default="redis://127.0.0.1:6379/15", help="a database of a Redis server")
    parser.add_argument("--web", type=int, nargs="+", default=[1, 2, 4], help="how many web processes")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=6, help="how long moves are measured")
    parser.add_argument("--browsers", type=int, default=0, help="10000 sockets, or 2000 browsers in a storm")
    parser.add_argument("--from", dest="revision", default="", help="the revision that is upgraded: the last release")
    options = parser.parse_args()
    options.browsers = options.browsers or {"sockets": 10_000, "storm": 2_000}.get(options.figure, 0)
    if options.figure != "processes":
        options.web = options.web if len(options.web) == 1 else [2]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))  # and no process is left behind
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="scaling-", dir=ROOT / "var") as directory:
        print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        asyncio.run(FIGURES[options.figure](Path(directory), options))


if __name__ == "__main__":
    main()
