"""What processes of the tests make only once: the first one makes it, the others wait for it."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import pytest

SECONDS_TO_WAIT: Final = 600


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Let no other process be in a `with` of this lock at the same time. The file is left there.

    It is a lock of SQLite, which works on every system and is released when the process ends.
    """
    lock.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(lock, timeout=SECONDS_TO_WAIT, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def run_directory(factory: pytest.TempPathFactory) -> Path:
    """Return the directory that all processes of this run of the tests share."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
