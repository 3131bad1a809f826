"""Pages of the site, which take seconds to visit: once for all processes of a run of the tests."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from functools import cache

import pytest
from django.utils import translation

from tests.once import alone, run_directory
from tests.pages import names
from tests.pages.pages import other_pages


@pytest.fixture(scope="session")
def site_in(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, str]]:
    """Return a function that returns every page that is not a table, by name, in a language. It needs a database.

    On the English ones all names are isolated, so that nobody visits them once more to see that they can be.
    """
    directory = run_directory(tmp_path_factory)

    @cache
    def pages(language: str) -> dict[str, str]:
        visited = directory / f"pages-{language}.json"
        isolation = names.all_isolated() if language == "en" else nullcontext()
        with alone(directory / "pages-lock"), translation.override(language), isolation:
            if not visited.exists():
                visited.write_text(json.dumps(dict(other_pages())))
        html_by_name: dict[str, str] = json.loads(visited.read_text())
        return html_by_name

    return pages
