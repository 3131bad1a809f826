"""Pages of the site, which take seconds to visit: once for all processes of a run of the tests."""

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from django.utils import translation

from tests.once import alone
from tests.presenters.pages import other_pages


@pytest.fixture(scope="session")
def run_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def site_in(run_directory: Path) -> Callable[[str], dict[str, str]]:
    """Return a function that returns every page that is not a table, by name, in a language. It needs a database."""

    @cache
    def pages(language: str) -> dict[str, str]:
        visited = run_directory / f"pages-{language}.json"
        with alone(run_directory / "pages-lock"), translation.override(language):
            if not visited.exists():
                visited.write_text(json.dumps(dict(other_pages())))
        found: dict[str, str] = json.loads(visited.read_text())
        return found

    return pages
