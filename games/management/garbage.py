"""The garbage collector of processes that serve games: a run over all objects would make moves wait."""

import gc
from typing import Final

THRESHOLDS: Final = (2_000, 20, 20)
"""The thresholds of the garbage collector's generations. A run over new objects takes about a millisecond, one over
twenty times as many finds the cycles that pages leave behind, and one over everything is rare. A smaller first
threshold would cost more in total: most new objects are freed by reference counting before a collection looks at them.
"""


def freeze_loaded_objects() -> None:
    """Exclude all objects that exist now from garbage collection: they stay, and scanning them would delay moves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
