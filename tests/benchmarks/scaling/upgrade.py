"""An upgrade from an earlier version of the site while people play and read, as docs/scaling.md says."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Final

import requests

from tests.benchmarks.scaling.old_page import old_page
from tests.cluster import COLLECT, Cluster, Version, serving
from tests.postgresql import new_database
from tests.sites import ROOT, SECRET_KEY

PAGES: Final = ("/", "/rules/", "/learn/bidding/", "/accounts/login/")
"""Pages that the last release has too."""
PAUSE: Final = 5.0
"""Seconds of play between two steps of the upgrade."""

_FILES: Final = re.compile(r'(?:href|src)="(/static/[^"]+)"')


class Reader:
    """A visitor who loads pages and tables again and again, and the files that any of these pages has named.

    Its browser still has pages of the version before, so their files have to be there after the upgrade.
    """

    def __init__(self, address: str, tables: Sequence[tuple[str, str]]) -> None:
        self._address = address
        self._pages = [(path, "") for path in PAGES] + [(f"/tables/{code}/", session) for code, session in tables]
        self.files: set[str] = set()
        self.answers: Counter[int] = Counter()
        self.faults: list[str] = []

    async def read(self) -> None:
        """Load pages until cancelled."""
        while True:
            for path, session in self._pages:
                text = await asyncio.to_thread(self.get, path, session)
                self.files.update(_FILES.findall(text))

    def get(self, path: str, session: str = "") -> str:
        """Return what is at a path; an error is noted."""
        cookies = {"sessionid": session} if session else {}
        answer = requests.get(self._address + path, cookies=cookies, timeout=60)
        self.answers[answer.status_code] += 1
        if answer.status_code != HTTPStatus.OK:
            self.faults.append(f"{answer.status_code} {path}")
        return answer.text


def last_release() -> str:
    """Return the revision of the last release: that which stored its database. A clone may have no tags."""
    command = ["git", "log", "-1", "--format=%H", "--", "tests/data/versions"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


@contextmanager
def checked_out(revision: str, directory: Path) -> Iterator[Version]:
    """Check a revision out, and install its requirements if they are not those of today.

    It brings its own players: those of today would need other helpers of tests than it has.
    """
    root, environment = directory / "before", directory / "environment"
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(root), revision], cwd=ROOT, check=True)
    try:
        python = sys.executable
        if (root / "requirements.txt").read_bytes() != (ROOT / "requirements.txt").read_bytes():
            subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
            python = str(environment / "bin" / "python")
            _install(python, root / "requirements-dev.txt")
        yield Version(root, python)
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(root)], cwd=ROOT, check=True)


def _install(python: str, lock: Path) -> None:
    """Install a lock, which is complete: by uv in a fifth of the time, by pip where uv reaches no packages."""
    options = ["--quiet", "--no-deps", "--require-hashes", f"-r{lock}"]
    by_uv = [sys.executable, "-m", "uv", "pip", "install", "--python", python, *options]
    if subprocess.run(by_uv, check=False).returncode:
        subprocess.run([python, "-m", "pip", "install", *options], check=True)


async def upgrade(directory: Path, revision: str, postgres: str, redis: str, tables: int) -> bool:
    """Print what players and readers saw of an upgrade from a revision; return whether all went well."""
    site = directory / "site"
    site.mkdir()
    with checked_out(revision, directory) as before, new_database(postgres) as address:
        environment = {"DATABASE_URL": address, "REDIS_URL": redis, "VAR_DIR": str(site), "SECRET_KEY": SECRET_KEY}
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        before.manage(environment, "migrate", "--verbosity", "0")
        with serving(site, address, redis, tickers=2, version=before, BOT_PACE="1") as cluster:
            players = _players(before, environment, cluster.port, tables)
            assert players.stdout is not None, "it is a pipe"
            seats = json.loads(await asyncio.to_thread(players.stdout.readline))
            reader = Reader(cluster.address, seats)
            reading = asyncio.create_task(reader.read())
            async with old_page(cluster.address, *seats[-1]) as page:
                await asyncio.sleep(2 * PAUSE)
                await _upgrade(cluster)
                stayed = await page.use()
            said, _nothing = await asyncio.to_thread(players.communicate, "")
            reading.cancel()
            for path in reader.files:
                await asyncio.to_thread(reader.get, path)
        print(said.strip())
        print(
            f"a page in Chromium from before showed a move and sent a message; it was {stayed}", *page.faults, sep="\n"
        )
        print(f"answers to readers: {dict(reader.answers)}; {len(reader.files)} files", *reader.faults, sep="\n")
        Version().manage(environment, "check_games")
    return not players.returncode and not reader.faults and not page.faults


def _players(version: Version, environment: dict[str, str], port: int, tables: int) -> subprocess.Popen[str]:
    command, pipe = [version.python, "-m", "tests.benchmarks.scaling.players", str(port), str(tables)], subprocess.PIPE
    env = os.environ | environment
    return subprocess.Popen(command, cwd=version.root, env=env, stdin=pipe, stdout=pipe, text=True)


async def _upgrade(cluster: Cluster) -> None:
    """Migrate, collect static files, and restart one process after the other with the code of today."""
    today = Version()
    for command in (("migrate", "--verbosity", "0"), COLLECT):
        await asyncio.to_thread(today.manage, cluster.environment, *command)
        await asyncio.sleep(PAUSE)
    for service in (*cluster.web, *cluster.tickers):
        service.version = today
        await asyncio.to_thread(service.restart)
        await asyncio.sleep(PAUSE)
