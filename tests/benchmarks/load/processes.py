"""Server processes: the core they run on, their processor time and their memory."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

CORES = sorted(os.sched_getaffinity(0))
SERVER_CORE, OUR_CORE = CORES[0], CORES[-1]
_TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """Run on this core alone what is started inside."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cpu_seconds(pids: Iterable[int]) -> float:
    """The processor time that processes have used."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    return sum(int(used[11]) + int(used[12]) for used in fields) / _TICKS


def resident_bytes(pids: Iterable[int]) -> int:
    """The memory that processes hold."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE")
