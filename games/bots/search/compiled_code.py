"""Where compiled code is on disk, and whether it is there. This module does not load numba, which takes a second, and
imports late what a browser has no use for: there the code comes with the program.
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
_PACKAGE: Final = __name__.partition(".")[0]

IN_REPOSITORY: Final = HERE.parents[2] / "var" / "compiled"
IN_HOME: Final = Path(".cache") / "dummy-hand-spades"

BOTS: Final = "bots"
"""The part of the code with which bots choose and judge; the solver of analyses is another."""

_APART: Final = "SPADES_COMPILES"
"""The variable by which a process knows that it was begun to compile."""

_LEVEL: Final = {"NUMBA_OPT": "2"}
"""Numba's third level of optimisation takes a sixth longer to compile, and gains no speed."""

MADE_AHEAD: Final = sys.platform == "emscripten"
"""Whether there can be no compiler, as in a browser: the code has come with the program."""

LOCK_TIMEOUT: Final = 600.0  # seconds to wait for another process that compiles


def modules() -> "list[Traversable]":
    """Return the modules that are compiled, and the one whose numbers become constants of the machine code. They may
    be in an archive from which Python imports.
    """
    from importlib.resources import files

    package = files(_PACKAGE)
    folders = package / "bots" / "search", package / "analysis" / "solver"
    compiled = [module for folder in folders for module in folder.iterdir() if module.name.endswith(".py")]
    return sorted([*compiled, package / "bots" / "bidding.py"], key=str)


@cache
def fingerprint() -> str:
    """Return the hash of these modules, because numba's own cache overlooks edits in functions that others call, and
    of the interpreter, so that two that share a home directory compile each for itself.
    """
    content = b"".join(module.read_bytes() for module in modules())
    return hashlib.sha256(content + _compiled_from().encode()).hexdigest()[:16]


@cache
def directory() -> Path:
    """Return where the code of these modules is. Nobody is asked for a home directory whose bots need no code."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(named) if named else _usual()) / fingerprint()


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


def _complete(part: str) -> Path:
    """Return the file that says what the code was compiled with; each version of Python compiles its own."""
    return directory() / f"{part}-complete-{sys.implementation.cache_tag}"


@contextmanager
def compilation_lock(part: str = BOTS) -> Iterator[None]:
    """Hold a lock so that only one process compiles a part; the others wait and then load the result from disk.

    It is a lock of SQLite, which works on every system and is released when the process ends.
    """
    import sqlite3

    directory().mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(directory() / f"{part}-lock", timeout=LOCK_TIMEOUT, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield
        _complete(part).write_text(_compiled_from())


def is_complete(part: str = BOTS) -> bool:
    """Return whether numba will use the code on disk. (On another processor than before, it compiles it again.)"""
    return _complete(part).exists() and _complete(part).read_text() == _compiled_from()


def compile_apart(module: str) -> None:
    """Let another process call `prepare` of a module, which stores the code on disk.

    The compiler takes some 150 MB, which the process that runs it keeps. If that fails, the caller compiles it.
    """
    if os.environ.get(_APART) is None:
        kept = f"kept in {directory()}" if HERE.is_dir() else "for this process alone, as the package is in an archive"
        _LOG.warning("Machine code is compiled once, which takes half a minute: %s", kept)
    if os.environ.get(_APART) is None and HERE.is_dir():
        command = [sys.executable, "-c", f"from {module} import prepare; prepare()"]
        with suppress(OSError):
            subprocess.run(  # noqa: S603  # our own program
                command,
                cwd=HERE.parents[2],
                env={**_LEVEL, **os.environ, _APART: "1"},
                stderr=subprocess.DEVNULL,  # the caller says what is wrong
                check=False,
            )


def _compiled_from() -> str:
    """Return what numba compares besides the content of the modules: it compiles again if they were moved."""
    from importlib.metadata import version

    return repr((sys.version, version("numba"), str(HERE)))
