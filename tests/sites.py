"""The whole site as `manage.py play` serves it, in a process of its own that a test may start, kill and start again."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS_TO_START = 60


class Site:
    """A site that keeps everything in `directory` and answers at `address` while it runs."""

    def __init__(self, directory: Path, **environment: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._log = directory / "log"
        self._environment = {
            "VAR_DIR": str(directory),
            "DATABASE_URL": f"sqlite:///{directory}/db.sqlite3",
            "REDIS_URL": "",
            "BOT_PACE": "0",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "TRUSTED_PROXIES": "1",  # so that each visitor can have an address, and rate limits of its own
            **environment,
        }

    def start(self) -> None:
        """Serve, and return once the site answers. Raises RuntimeError with its log if it does not."""
        with self._log.open("a") as output:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "play", "--port", str(self.port)],
                cwd=ROOT,
                env=os.environ | self._environment,
                stdout=output,
                stderr=output,
            )
        self._wait_until_it_answers()

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End the process in good order."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        self._process.send_signal(how)
        self._process.wait()

    def _wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < deadline and self._process.poll() is None:
            with contextlib.suppress(OSError), urllib.request.urlopen(self.address):
                return
            time.sleep(0.1)
        raise RuntimeError(f"the site did not start:\n{self._log.read_text()}")


def free_port() -> int:
    """A port of this machine on which nobody listens now."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port: int = listener.getsockname()[1]
    return port
