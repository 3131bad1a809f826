"""A PostgreSQL server of one test, which it may stop and start again."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.sites import free_port

_DEBIAN: Final = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs of each version, which are not in the path."""

_USER: Final = "postgres" if os.geteuid() == 0 else None
"""The user who runs the server, which refuses to run as root."""


def programs() -> Path | None:
    """Return the directory of `initdb` and `pg_ctl`."""
    if found := shutil.which("pg_ctl"):
        return Path(found).parent
    return max(_DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name), default=None)


class OwnPostgresql:
    """A PostgreSQL server at `url`, whose only user needs no password."""

    def __init__(self, programs: Path, directory: Path) -> None:
        self.url = f"postgres://postgres@127.0.0.1:{(port := free_port())}/postgres"
        self._programs, self._directory, self._options = programs, directory, f"-p {port} -k {directory}"
        self._run("initdb", "--auth", "trust", "--username", "postgres", "--no-sync")

    def start(self) -> None:
        """Start the server and wait until it takes connections."""
        self._run("pg_ctl", "start", "-w", "-o", self._options, "-l", str(self._directory / "log"))

    def stop(self) -> None:
        """Stop the server, which cuts all connections."""
        self._run("pg_ctl", "stop", "-w", "-m", "fast")

    def _run(self, program: str, *options: str) -> None:
        command = [str(self._programs / program), "-D", str(self._directory / "data"), *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self._directory, user=_USER)


@contextmanager
def own_postgresql(programs: Path) -> Iterator[OwnPostgresql]:
    """Run a PostgreSQL server in a directory of its own, which its user may enter."""
    with tempfile.TemporaryDirectory() as directory:
        if _USER:
            shutil.chown(directory, _USER)
        server = OwnPostgresql(programs, Path(directory))
        server.start()
        try:
            yield server
        finally:
            server.stop()
