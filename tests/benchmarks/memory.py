"""Memory of a site at which deals are played for a long time: whether it levels off.

`python -m tests.benchmarks.memory --minutes 60` serves a site on this machine. At each of so many tables guests play
the deal of the day, one after another, as in `tests.benchmarks.crowd` but faster. Each minute it prints what the
process holds and how many deals were finished, and at the end the ratio of the last figure to that after ten minutes.
"""

import argparse
import asyncio
import tempfile
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Final

from tests.benchmarks import crowd
from tests.benchmarks.load.processes import resident_bytes
from tests.sites import ROOT, Site

THINKS: Final = (0.05, 0.3)
FIRST: Final = 10
"""The minute with which the last one is compared."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.memory", description=__doc__)
    parser.add_argument("--minutes", type=int, default=60)
    parser.add_argument("--tables", type=int, default=20)
    options = parser.parse_args()
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="memory-", dir=ROOT / "var") as directory:
        site = Site(Path(directory), BOT_PACE="0.1")
        site.start()
        try:
            asyncio.run(measure(site, Path(directory), options.tables, options.minutes))
        finally:
            site.stop()


async def measure(site: Site, directory: Path, tables: int, minutes: int) -> None:
    """Let people play at so many tables at once, and print the memory each minute."""
    day, times, numbers = await crowd.day_of(site, directory), crowd.Times(), count()

    async def play_on() -> None:
        while True:
            await crowd.Person(day, times, next(numbers), THINKS).come(0)

    playing = [asyncio.create_task(play_on()) for _ in range(tables)]
    begin, held = monotonic(), list[int]()
    for minute in range(1, minutes + 1):
        await asyncio.sleep(begin + 60 * minute - monotonic())
        held.append(resident_bytes([site.pid]))
        print(f"after {minute} min: {held[-1] / 2**20:.0f} MiB, {times.finished} deals finished", flush=True)
    for each in playing:
        each.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    if minutes > FIRST:
        print(f"after {minutes} min {held[-1] / held[FIRST - 1]:.2f} of what it was after {FIRST}")


if __name__ == "__main__":
    main()
