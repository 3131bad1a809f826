"""The whole site, served by `manage.py play` in a process that tests can start, kill and restart."""

import contextlib
import hashlib
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.once import alone

ROOT = Path(__file__).resolve().parent.parent
SECRET_KEY: Final = "only for tests"
"""The key of the sites and of the test process, so that a session that a test stores is one of the site."""

COLLECTED: Final = ROOT / "var" / "collected-for-tests"
"""Static files as `play` has collected them, which takes a second of the processor's time, and its stamp."""
STAMP: Final = "collected"
_COLLECT: Final = "import django; django.setup(); from games.management.commands.play import collect; collect()"

SECONDS_TO_START = 600  # the first start compiles the bots
SECONDS_TO_END = 60


class Site:
    """A site that stores all files in `directory` and serves `address` while it runs."""

    def __init__(self, directory: Path, **environment: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._directory, self._log = directory, directory / "log"
        self.environment = {
            "VAR_DIR": str(directory),
            "NUMBA_CACHE_DIR": str(ROOT / "var" / "compiled"),  # shared by all sites
            "DATABASE_URL": f"sqlite:///{directory}/db.sqlite3",
            "REDIS_URL": "",
            "SECRET_KEY": SECRET_KEY,
            "BOT_PACE": "0",
            "PYTHONFAULTHANDLER": "1",  # prints tracebacks if a process does not end
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "TRUSTED_PROXIES": "1",  # gives each visitor its own address and rate limits
            **environment,
        }

    def start(self) -> None:
        """Start the site and wait until it answers. Raises RuntimeError with the log if it does not.

        A new SQLite database is a copy of one that has all tables already: to migrate takes as long as all the rest.
        The static files are those of the last site that has collected any, until it has found out that they changed.
        """
        database = Path(self.database_url.removeprefix("sqlite:///"))
        if self.database_url.startswith("sqlite") and not database.exists():
            shutil.copyfile(migrated_database(), database)
        _begin_with_static_files(self._directory)
        with self._log.open("a") as output:
            self._process = subprocess.Popen(
                [sys.executable, *self.command],
                cwd=ROOT,
                env=os.environ | self.environment,
                stdout=output,
                stderr=output,
            )
        if not wait_until_it_answers(self.address, self._process):
            raise RuntimeError(f"the site did not start:\n{self._log.read_text()}")
        _keep_static_files(self._directory)

    @property
    def command(self) -> list[str]:
        """The arguments of Python that serve the site."""
        return ["manage.py", "play", "--port", str(self.port)]

    @property
    def database_url(self) -> str:
        """The address of the site's database."""
        return self.environment["DATABASE_URL"]

    @property
    def pid(self) -> int:
        """The process id of the server."""
        return self._process.pid

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Terminate the process.

        Raises RuntimeError with the log and tracebacks if it does not end, or if Python or Django has warned of code.
        """
        try:
            self._end(signal.SIGTERM)
        except subprocess.TimeoutExpired:
            self._end(signal.SIGABRT)
            raise RuntimeError(f"the site did not end:\n{self._log.read_text()}") from None
        if re.search(r"^\S+:\d+: \w*Warning: ", log := self._log.read_text(), re.MULTILINE):
            raise RuntimeError(f"the site warned of code:\n{log}")

    def _end(self, how: signal.Signals) -> None:
        self._process.send_signal(how)
        self._process.wait(SECONDS_TO_END)


class DaphneSite(Site):
    """A site without a ticker, served by Daphne as docs/operations.md says."""

    @property
    def command(self) -> list[str]:
        pings = ("--ping-interval", "5", "--ping-timeout", "5")
        return ["-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(self.port), *pings, "config.asgi:application"]


class RunserverSite(Site):
    """A site without a ticker, served by Django's command for developers, which Daphne takes over."""

    @property
    def command(self) -> list[str]:
        return ["manage.py", "runserver", "--noreload", str(self.port)]


def migrated_database() -> Path:
    """Return a SQLite database with the site's tables and no rows but those of migrations.

    It is made once for each edit of a migration.
    """
    apps = (ROOT / "accounts", ROOT / "games")  # those of packages come with the requirements
    sources = [ROOT / "requirements.txt", *sorted(path for app in apps for path in app.glob("**/migrations/*.py"))]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    database = ROOT / "var" / "migrated" / f"{digest}.sqlite3"
    with alone(database.with_suffix(".lock")):
        if not database.exists():
            _migrate(database)
    return database


def _migrate(database: Path) -> None:
    with tempfile.TemporaryDirectory(dir=database.parent) as directory:
        new, whole = Path(directory, "new.sqlite3"), Path(directory, "whole.sqlite3")
        environment = {"VAR_DIR": directory, "DATABASE_URL": f"sqlite:///{new}", "SECRET_KEY": SECRET_KEY}
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env=os.environ | environment,
            check=True,
        )
        with contextlib.closing(sqlite3.connect(new)) as connection:
            connection.execute("VACUUM INTO ?", [str(whole)])  # with what its write-ahead log may still hold
        whole.replace(database)


def collect_static_files(directory: Path, environment: Mapping[str, str]) -> None:
    """Let `static` in this VAR_DIR hold the static files, as `play` collects them: for servers that do not."""
    _begin_with_static_files(directory)
    subprocess.run([sys.executable, "-c", _COLLECT], cwd=ROOT, env=os.environ | environment, check=True)
    _keep_static_files(directory)


def _begin_with_static_files(directory: Path) -> None:
    """Give a site that has none the static files of the last one that has collected any."""
    with alone(COLLECTED.with_suffix(".lock")):
        if (COLLECTED / STAMP).exists() and not (directory / "static").exists():
            _link_static_files(COLLECTED, directory)


def _keep_static_files(directory: Path) -> None:
    """Let the sites to come begin with the static files of this one, if it has collected them anew."""
    own, kept = directory / STAMP, COLLECTED / STAMP
    with alone(COLLECTED.with_suffix(".lock")):
        if own.exists() and not (kept.exists() and own.read_bytes() == kept.read_bytes()):
            shutil.rmtree(COLLECTED, ignore_errors=True)
            _link_static_files(directory, COLLECTED)


def _link_static_files(source: Path, target: Path) -> None:
    shutil.copytree(source / "static", target / "static", copy_function=_link)
    shutil.copyfile(source / STAMP, target / STAMP)  # no link: play writes it anew


def _link(source: str, target: str) -> None:
    """Give a file one more name, or copy it to another file system."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def wait_until_it_answers(address: str, process: subprocess.Popen[bytes]) -> bool:
    """Return True once the server answers at `address`, False if `process` ends or the time is up."""
    deadline = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < deadline and process.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=SECONDS_TO_END):
            return True
        time.sleep(0.1)
    return False


def free_port() -> int:
    """Return a free port below the range the system uses for outgoing connections."""
    while True:
        port = random.randrange(20_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
