"""The files with which a browser plays without a connection, made once for all tests that need them."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from games.management.solo_bundle import bundle as maker, pyodide
from tests.conftest import unavailable
from tests.once import alone
from tests.sites import ROOT, Site


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
