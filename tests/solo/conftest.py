"""The files with which a browser plays without a connection, made once for all tests that need them."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Playwright, ViewportSize

from games.management.solo_bundle import bundle as maker, pyodide
from tests.chromium import FLAGS
from tests.conftest import unavailable
from tests.once import alone
from tests.sites import ROOT, Site

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
PATIENCE: Final = 120_000
"""Milliseconds for what takes a browser three seconds on a quiet machine."""

BrowserWith = Callable[[str], AbstractContextManager[BrowserContext]]


@dataclass(frozen=True)
class Bundle:
    """The folder of the files, and their listing."""

    folder: Path
    listing: dict[str, Any]


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    """Make the files. Bots in them do not pause."""
    if not (which("node") and which("npm")):
        unavailable("no Node.js or npm, which make the files for browsers without a connection")
    folder = tmp_path_factory.mktemp("solo")
    with alone(ROOT / "var" / "pyodide.lock"):
        return Bundle(folder, maker.make(folder, ROOT / "var" / "pyodide"))


@pytest.fixture
def solo_site(bundle: Bundle, tmp_path: Path) -> Iterator[Site]:
    """Serve a site that offers the files."""
    site = Site(tmp_path, SOLO_DIR=str(bundle.folder))
    site.start()
    yield site
    site.kill()  # the review of a record may still be analysed, or its solver be compiled


@pytest.fixture
def browser_with(playwright: Playwright, chromium: str, tmp_path: Path) -> BrowserWith:
    """Return what opens a browser in a language, of a phone’s size, that keeps what it stores when it is closed."""

    @contextmanager
    def opened(language: str) -> Iterator[BrowserContext]:
        context = playwright.chromium.launch_persistent_context(
            tmp_path / "browser",
            executable_path=chromium,
            args=FLAGS,
            viewport=PHONE,
            locale=language,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        try:
            yield context
        finally:
            context.close()

    return opened


def in_pyodide(bundle: Bundle, program: str) -> str:
    """Run a program with the files of the bundle in Python for browsers, under Node; return its last value."""
    with TemporaryDirectory() as files:
        for archive in ("core-*/library.zip", "app-*/app.zip"):
            shutil.copy(next(bundle.folder.glob(archive)), files)
        script = Path(__file__).with_name("in_pyodide.mjs")
        command = ["node", str(script), str(pyodide.fetched(ROOT / "var" / "pyodide")), files, program]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.splitlines()[-1]
