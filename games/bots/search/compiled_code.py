"""Where the machine code of the search is on disk, and how it gets there.

A process of its own compiles it, once: the compiler takes a second to load and some 100 MB, which no other process
needs. This module imports late what a browser has no use for: there the code comes with the program.
"""

import atexit
import hashlib
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_LOG: Final = logging.getLogger(__name__)

HERE: Final = Path(__file__).resolve().parent

IN_REPOSITORY: Final = HERE.parents[2] / "var" / "compiled"
IN_HOME: Final = Path(".cache") / "dummy-hand-spades"

SEARCH: Final = __name__.rpartition(".")[0]
"""The package whose functions bots choose and judge with; that of the solver of analyses is another."""

_COMPILES: Final = "SPADES_COMPILES"

COMPILES: Final = _COMPILES in os.environ
"""Whether this process uses the compiler itself, instead of code from the disk."""

MADE_AHEAD: Final = sys.platform == "emscripten"
"""Whether there can be no compiler, as in a browser: the code has come with the program."""

LOCK_TIMEOUT: Final = 600.0  # seconds to wait for another process that compiles


def modules(package: str) -> "list[Traversable]":
    """Return the files whose content is in the machine code of a package: its own, those of the search, and the one
    whose numbers become constants. They may be in an archive from which Python imports.
    """
    from importlib.resources import files

    folders = [files(folder) for folder in sorted({package, SEARCH})]
    compiled = [file for folder in folders for file in folder.iterdir() if file.name.endswith((".py", ".ll"))]
    return sorted([*compiled, files(SEARCH.rpartition(".")[0]) / "bidding.py"], key=str)


@cache
def fingerprint(package: str) -> str:
    """Return the hash of all that the machine code of a package depends on: these files, the versions of Python and of
    the compiler, and the processor.
    """
    content = b"".join(module.read_bytes() for module in modules(package))
    return hashlib.sha256(content + _compiled_with().encode()).hexdigest()[:16]


def _compiled_with() -> str:
    from importlib.metadata import version

    return repr((sys.version, version("numba"), version("llvmlite"), processor()))


def processor() -> tuple[str, str]:
    """Return the name and the features of the processor to compile for: of this one, unless `NUMBA_CPU_NAME` says
    another, as for an image that runs on many.
    """
    import llvmlite.binding as llvm

    if name := os.environ.get("NUMBA_CPU_NAME"):
        return name, os.environ.get("NUMBA_CPU_FEATURES", "")
    return llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()


@cache
def directory() -> Path:
    """Return where the machine code is. Nobody is asked for a home directory whose bots need no code."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    return Path(named) if named else _usual()


def _usual() -> Path:
    """Return the first directory that can be written to; the last of them is removed when the process ends."""
    with suppress(OSError, RuntimeError):  # RuntimeError: the user has no home directory, as often in containers
        usual = IN_REPOSITORY if (HERE.parents[2] / "manage.py").exists() else Path.home() / IN_HOME
        usual.mkdir(parents=True, exist_ok=True)
        if os.access(usual, os.W_OK):
            return usual
    temporary = TemporaryDirectory(prefix="dummy-hand-spades-")  # others could put code into one with a fixed name
    atexit.register(temporary.cleanup)
    return Path(temporary.name)


def file_of(package: str) -> Path:
    """Return the file with the machine code of a package, whether it is there or not."""
    return directory() / f"{package.rpartition('.')[2]}-{fingerprint(package)}.o"


def made(package: str) -> Path:
    """Return the file with the machine code of a package, compiled first if it is not there: some ten seconds.

    Raises RuntimeError if it cannot be compiled.
    """
    file = file_of(package)
    if not file.exists():
        with compilation_lock():
            if not file.exists():
                _LOG.warning("Machine code is compiled once, which takes some ten seconds: kept in %s", directory())
                run_compiler(SEARCH, package, str(file))
    return file


def run_compiler(module: str, *arguments: str, **settings: str) -> None:
    """Run a module that compiles, in a process of its own. Raises RuntimeError with its last words if it fails."""
    search_path = os.pathsep.join(sys.path)  # the package may be in an archive, or a folder known to this process only
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", module, *arguments],
        env={**os.environ, "PYTHONPATH": search_path, "NUMBA_OPT": "0", _COMPILES: "1", **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"The search of bots could not be compiled: {done.stderr[-2000:]}")


@contextmanager
def compilation_lock() -> Iterator[None]:
    """Hold a lock so that only one process compiles; the others wait and then load the result from disk.

    It is a lock of SQLite, which works on every system and is released when the process ends.
    """
    import sqlite3

    directory().mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(directory() / "lock", timeout=LOCK_TIMEOUT, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield
