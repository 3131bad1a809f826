"""Where compiled code is on disk, and whether it is there. This module does not load numba, which takes a second."""

import hashlib
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
SOLVER: Final = HERE.parents[1] / "analysis" / "solver"
MODULES: Final = sorted([*HERE.glob("*.py"), *SOLVER.glob("*.py"), HERE.parent / "bidding.py"])
"""The modules that are compiled, and the one whose numbers become constants of the machine code."""

FINGERPRINT: Final = hashlib.sha256(b"".join(path.read_bytes() for path in MODULES)).hexdigest()[:16]
"""The hash of these modules: numba's own cache overlooks edits in functions that others call."""

IN_REPOSITORY: Final = HERE.parents[2] / "var" / "compiled"
OF_USER: Final = Path.home() / ".cache" / "dummy-hand-spades"
USUAL: Final = IN_REPOSITORY if (HERE.parents[2] / "manage.py").exists() else OF_USER

CACHE: Final = Path(os.environ.get("NUMBA_CACHE_DIR") or USUAL) / FINGERPRINT
COMPLETE: Final = CACHE / "complete"

os.environ.setdefault("NUMBA_OPT", "2")  # numba's third level takes a sixth longer to compile, and gains no speed

LOCK_TIMEOUT: Final = 600.0  # seconds to wait for another process that compiles


@contextmanager
def compilation_lock() -> Iterator[None]:
    """Hold a lock so that only one process compiles; the others wait and then load the result from disk.

    It is a lock of SQLite, which works on every system and is released when the process ends.
    """
    CACHE.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(CACHE / "lock", timeout=LOCK_TIMEOUT, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield
        COMPLETE.write_text(_compiled_from())


def is_complete() -> bool:
    """Return whether numba will use the code on disk. (On another processor than before, it compiles it again.)"""
    return COMPLETE.exists() and COMPLETE.read_text() == _compiled_from()


def _compiled_from() -> str:
    """Return what numba compares besides the content of the modules: it compiles again if they were moved."""
    return repr((sys.version, version("numba"), str(HERE)))
