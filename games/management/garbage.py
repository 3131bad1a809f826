"""The memory of processes that serve games: a garbage collection over all objects would make moves wait."""

import ctypes
import gc
import sys
from typing import Final

THRESHOLDS: Final = (2_000, 20, 5)
"""The thresholds of the garbage collector's generations. A run over new objects takes about a millisecond, one over
twenty times as many finds the cycles that pages leave behind. One over everything takes some 20 ms; when it was four
times as rare, a process with 20 busy tables grew by 5 to 10 MiB a minute. Python also waits until a quarter is new. A
smaller first threshold would cost more in total: most new objects are freed by reference counting before a collection
looks at them.
"""


ARENAS: Final = 2
"""From how many areas the C library gives memory to threads; it would take eight for each core, each with its gaps."""

_ARENA_MAX: Final = -8
"""How `mallopt` of glibc names that."""


def limit_arenas() -> None:
    """Let threads share areas of memory, where the C library is glibc. Call it before there are threads."""
    if sys.platform == "linux" and (limit := getattr(ctypes.CDLL(None), "mallopt", None)):
        limit(_ARENA_MAX, ARENAS)


def freeze_loaded_objects() -> None:
    """Exclude all objects that exist now from garbage collection: they stay, and scanning them would delay moves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
