"""The files with which a browser plays without a connection, made once for all tests that need them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from games.management.solo_bundle import bundle as maker
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
