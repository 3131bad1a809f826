"""One measurement: a number of tables play for some time, and the resulting figures."""

import asyncio
import gc
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from time import perf_counter, process_time

from tests.benchmarks.load.contender import Contender
from tests.benchmarks.load.moves import MOVES_OF_A_DEAL, Move, moves_of_deal
from tests.benchmarks.load.processes import cpu_seconds, resident_bytes
from tests.benchmarks.load.tables import Table

OPENING_AT_ONCE = 10
IDLE_AT_FIRST = 10
WAIT_UNTIL_IDLE = 5.0
"""Seconds until idle players are at rest: all have been shown everything."""
IDLE_SECONDS = 20.0
"""How long idle players are watched."""
GRACE = 30
"""Seconds a measurement may take longer than it should before it is given up."""


@dataclass(frozen=True, slots=True)
class Load:
    """So many `tables`, each with `rate` moves a second, or, if None, with the next move as soon as all saw the last.

    It ends after `seconds`, or when a table has played `deals` deals.
    """

    tables: int
    rate: float | None
    seconds: float
    deals: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured. `latencies`, in seconds and sorted, go from sending a move to the last browser showing it.

    `received` are the bytes all browsers got; `server_busy` and `we_were_busy` shares of one core.
    """

    latencies: list[float]
    elapsed: float
    received: int
    server_busy: float
    we_were_busy: float

    @property
    def moves_a_second(self) -> float:
        return len(self.latencies) / self.elapsed

    @property
    def moves_a_cpu_second(self) -> float:
        """Infinite where the server took less time than the kernel counts."""
        return self.moves_a_second / self.server_busy if self.server_busy else math.inf

    @property
    def bytes_a_move(self) -> float:
        return self.received / len(self.latencies)

    def percentile(self, share: float) -> float:
        return self.latencies[math.ceil(share * len(self.latencies)) - 1]


class Run:
    """Tables that play at the same time, until one of them has played enough or the time is over."""

    def __init__(self, contender: Contender, load: Load, tables: list[Table]) -> None:
        self.contender = contender
        self.load = load
        self.tables = tables
        self.latencies: list[float] = []
        self._rng = Random(1)
        self._moves = [self._moves_at(table) for table in tables]

    async def get_going(self) -> None:
        """Play on, unmeasured, until every table is at another point of its deal: tables are seldom in step."""
        async with asyncio.timeout(GRACE):
            await asyncio.gather(*(self._get_going(number) for number in range(len(self.tables))))

    async def _get_going(self, number: int) -> None:
        for move in islice(self._moves[number], number * MOVES_OF_A_DEAL // len(self.tables)):
            await self.tables[number].hurry(move)

    async def play(self) -> float:
        """Return the seconds it took."""
        start = perf_counter()
        self._end = start + self.load.seconds
        async with asyncio.timeout(self.load.seconds + GRACE):
            await asyncio.gather(*map(self._play_at, self.tables, self._moves))
        return perf_counter() - start

    async def _play_at(self, table: Table, moves: Iterator[Move]) -> None:
        next_move = perf_counter() + (self._rng.random() / self.load.rate if self.load.rate else 0)
        for move in moves:
            if max(next_move, perf_counter()) > self._end:
                return
            if self.load.rate:
                await asyncio.sleep(next_move - perf_counter())
                next_move += 1 / self.load.rate
            self.latencies.append(await table.make(move))
        self._end = 0

    def _moves_at(self, table: Table) -> Iterator[Move]:
        for _ in range(self.load.deals):
            yield from moves_of_deal(self.contender.dealt(table), self._rng)


async def measure(contender: Contender, server: Sequence[int], load: Load, way: str) -> Figures:
    """Play at fresh tables of a site served by the processes `server`."""
    tables = await open_tables(contender, load.tables, way)
    await asyncio.sleep(contender.settles_after)
    run = Run(contender, load, tables)
    await run.get_going()
    received = sum(table.bytes_received for table in tables)
    gc.disable()  # a pause of ours would be measured as the server's
    server_used, we_used = cpu_seconds(server), process_time()
    elapsed = await run.play()
    server_used, we_used = cpu_seconds(server) - server_used, process_time() - we_used
    gc.enable()
    received = sum(table.bytes_received for table in tables) - received
    close(tables)
    return Figures(sorted(run.latencies), elapsed, received, server_used / elapsed, we_used / elapsed)


async def idle_costs(contender: Contender, server: Sequence[int], way: str, many: int) -> tuple[float, float]:
    """The server's memory in bytes, and its processor time in seconds a second, for each player at `many` further
    tables where nothing happens. The time includes what the server does for nobody.
    """
    first = await open_tables(contender, IDLE_AT_FIRST, way)
    await asyncio.sleep(1)
    before = resident_bytes(server)
    others = await open_tables(contender, many, way)
    await asyncio.sleep(WAIT_UNTIL_IDLE)
    memory, used = resident_bytes(server) - before, cpu_seconds(server)
    await asyncio.sleep(IDLE_SECONDS)
    used = (cpu_seconds(server) - used) / IDLE_SECONDS
    close([*first, *others])
    return memory / (3 * many), used / (3 * many)


async def open_tables(contender: Contender, count: int, way: str) -> list[Table]:
    """Fresh tables that three browsers each show."""
    tables = [contender.new_table(way) for _ in range(count)]
    free = asyncio.Semaphore(OPENING_AT_ONCE)

    async def open_one(table: Table) -> None:
        async with free:
            await table.open()

    async with asyncio.timeout(GRACE + count):
        await asyncio.gather(*map(open_one, tables))
    return tables


def close(tables: list[Table]) -> None:
    for table in tables:
        table.close()
