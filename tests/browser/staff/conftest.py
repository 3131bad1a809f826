"""Fixtures: a site with staff, players, games and reports."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.staff.sample_data import create_sample_data
from tests.postgresql import database_at
from tests.sites import Site


@pytest.fixture(scope="package")
def served_site(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Site]:
    """Serve a separate site, because staff actions affect everybody on it.

    It ends with the last of these tests: a site that nobody visits takes processor time too.
    """
    site = Site(tmp_path_factory.mktemp("staff"), DJANGO_SETTINGS_MODULE="tests.settings_long_pauses")
    site.start()
    with django_db_blocker.unblock(), database_at(site.database_url):
        create_sample_data()
    yield site
    site.stop()


@pytest.fixture(scope="package")
def live_site(served_site: Site) -> str:
    return served_site.address


@pytest.fixture
def expected_complaints() -> str:
    """Refused requests have an error status, and sockets of removed users are closed."""
    return "Failed to load resource|WebSocket|htmx:ws:error"
