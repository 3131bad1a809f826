"""The command line of the load benchmark: which loads to measure, in which order, and progress messages."""

import argparse
import asyncio
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.benchmarks.load import report
from tests.benchmarks.load.contender import Contender
from tests.benchmarks.load.measuring import IDLE_AT_FIRST, Load, idle_costs, measure
from tests.benchmarks.load.processes import OUR_CORE, SERVER_CORE
from tests.benchmarks.load.rival import Rival
from tests.benchmarks.load.site import OurSite, OurSiteOnDaphne
from tests.sites import ROOT

FAST = 0.0


def main() -> None:
    options = parse(sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))  # and no server is left behind
    os.sched_setaffinity(0, {OUR_CORE})
    (ROOT / "var").mkdir(exist_ok=True)
    # On the disk of the site's own data, because how fast a commit is depends on it.
    with tempfile.TemporaryDirectory(prefix="load-", dir=ROOT / "var") as directory:
        print(
            f"Servers run on core {SERVER_CORE}, the players on core {OUR_CORE}; SQLite commits with synchronous=FULL."
        )
        print(report.NOTES)
        print(report.row(report.TITLES))
        for contender in contenders(options, Path(directory)):
            asyncio.run(measure_all(contender, options))


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.load", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter runs: under a minute")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 20, 100])
    parser.add_argument("--rates", type=float, nargs="+", default=[FAST, 1, 5], help="moves/s a table; 0: no pause")
    parser.add_argument("--seconds", type=float, default=6, help="how long a measurement takes at most")
    parser.add_argument("--warm-up", type=float, default=9, help="seconds of play nobody measures; 0: none")
    parser.add_argument("--deals", type=int, default=10, help="after how many deals at a table it ends earlier")
    parser.add_argument(
        "--idle", type=int, default=100, help="tables with idle players, to measure what they cost; 0: none"
    )
    parser.add_argument("--ways", nargs="+", default=["socket", "form post"], help="how moves are sent")
    parser.add_argument("--only", nargs="+", default=["site", "daphne", "memory", "flatfile"], help="what is measured")
    options = parser.parse_args(arguments)
    if options.quick:
        options.tables, options.rates, options.idle = [1, 20], [FAST, 5], 20
        options.seconds, options.warm_up = 1.5, 1
    return options


def warm_ups(options: argparse.Namespace) -> list[Load]:
    """Play before what is measured, so that nothing is done there for the first time."""
    return [Load(tables=10, rate=None, seconds=options.warm_up, deals=1)] if options.warm_up else []


def loads(options: argparse.Namespace) -> list[Load]:
    return [
        Load(tables, rate or None, options.seconds, options.deals)
        for tables in options.tables
        for rate in options.rates
    ]


def our_site(kind: type[OurSite], directory: Path, options: argparse.Namespace) -> OurSite:
    """Our site with as many tables as will be played at."""
    say("preparing our tables")
    directory.mkdir()
    played = sum(load.tables for load in warm_ups(options) + loads(options)) * len(kind.ways)
    idle = (options.idle + IDLE_AT_FIRST) * len(kind.idle_ways) if options.idle else 0
    return kind(directory, played + idle, max(*options.tables, options.idle + IDLE_AT_FIRST))


def contenders(options: argparse.Namespace, directory: Path) -> Iterator[Contender]:
    """What is to be measured, each made ready when its turn comes."""
    for name, kind in (("site", OurSite), ("daphne", OurSiteOnDaphne)):
        if name in options.only:
            yield our_site(kind, directory / name, options)
    if shutil.which("npm") is None:
        say("there is no npm: boardgame.io is left out")
        return
    if "memory" in options.only:
        yield Rival()
    if "flatfile" in options.only:
        yield Rival(directory / "flatfile")


async def measure_all(contender: Contender, options: argparse.Namespace) -> None:
    with contender.serve() as server:
        for way in contender.ways:
            if way in options.ways:
                await measure_loads(contender, server, way, options)
    if options.idle:
        for way in contender.idle_ways:
            say(f"{contender.name}: idle players, {way}")
            with contender.serve() as server:
                print(report.idle_line(contender.name, way, await idle_costs(contender, server, way, options.idle)))


async def measure_loads(contender: Contender, server: Sequence[int], way: str, options: argparse.Namespace) -> None:
    for load in warm_ups(options):
        say(f"{contender.name}: {way}, warming up")
        await measure(contender, server, load, way)
    for load in loads(options):
        say(f"{contender.name}: {way}, {load.tables} tables, {load.rate or 'as many as can be'} moves/s a table")
        print(report.line(contender.name, way, load, await measure(contender, server, load, way)), flush=True)


def say(what: str) -> None:
    print(f"... {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
