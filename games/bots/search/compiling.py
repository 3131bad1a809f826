"""Python compiled to machine code, for the thousands of deals a bot plays in its head before it plays a card.

Compiled functions take and give whole numbers, floats and arrays, no objects; they release the interpreter's lock.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.extending import intrinsic

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
F = TypeVar("F", bound=Callable[..., Any])

HERE: Final = Path(__file__).resolve().parent
DEFAULT_CACHE: Final = HERE.parents[2] / "var" / "compiled"


def _fingerprint() -> str:
    """A name for what these modules hold: numba's own cache overlooks edits in functions that others call."""
    digest = hashlib.sha256()
    for path in sorted(HERE.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


CACHE: Final = Path(os.environ.get("NUMBA_CACHE_DIR") or DEFAULT_CACHE) / _fingerprint()
setattr(numba.config, "CACHE_DIR", str(CACHE))  # noqa: B010  # mypy does not see it


LONGEST_COMPILATION: Final = 600.0
"""In seconds."""


@contextmanager
def compiling_alone() -> Iterator[None]:
    """Keep other processes from compiling the same meanwhile; they wait and then find everything done.

    The lock is SQLite's: it works on every system, and ends with its process.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(CACHE / "lock", timeout=LONGEST_COMPILATION, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def compiled(function: F) -> F:
    """The same function as machine code, kept on disk for the next process; made when it is first called."""
    fast: Any = numba.njit(nogil=True, cache=True, error_model="numpy")(function)
    return cast(F, fast)


def _instruction(name: str, *options: Any) -> Callable[[int], int]:
    """A function of one whole number that is a single machine instruction."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return getattr(builder, name)(arguments[0], *options)

    def typed(_context: Any, _cards: Any) -> Any:
        return numba.int64(numba.int64), generate

    return cast(Callable[[int], int], intrinsic(typed))


_ZERO_IS_FINE: Final = ir.Constant(ir.IntType(1), 0)

count: Final = _instruction("ctpop")
"""How many cards are in a set."""

index_of: Final = _instruction("cttz", _ZERO_IS_FINE)
"""The index of the first card of a set."""

leading_zeros: Final = _instruction("ctlz", _ZERO_IS_FINE)
