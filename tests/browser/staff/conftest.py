"""Fixtures: a site with staff, players, games and reports, and signed-in browsers."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, StorageState

from tests.browser.staff.admin_pages import sign_in
from tests.browser.staff.sample_data import create_sample_data, staff_name
from tests.postgresql import database_at
from tests.sites import Site
from tests.staff.people import ADMINISTRATOR

SignedIn = Callable[..., Page]


@pytest.fixture(scope="session")
def served_site(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Iterator[Site]:
    """Serve a separate site, because staff actions affect everybody on it."""
    site = Site(tmp_path_factory.mktemp("staff"))
    site.start()
    with django_db_blocker.unblock(), database_at(site.database_url):
        create_sample_data()
    yield site
    site.stop()


@pytest.fixture(scope="session")
def live_site(served_site: Site) -> str:
    return served_site.address


@pytest.fixture
def expected_complaints() -> str:
    """Refused requests have an error status, and sockets of removed users are closed."""
    return "Failed to load resource|WebSocket|htmx:ws:error"


@pytest.fixture(scope="session")
def storage_state_of(browser: Browser, live_site: str) -> Callable[[str], StorageState]:
    """Return a function that signs a user in once and returns the browser's storage for later visits."""

    @cache
    def storage_state_of(name: str) -> StorageState:
        context = browser.new_context(base_url=live_site, locale="en-GB")
        sign_in(context.new_page(), name)
        state = context.storage_state()
        context.close()
        return state

    return storage_state_of


@pytest.fixture
def signed_in(new_visitor: Callable[..., Page], storage_state_of: Callable[[str], StorageState]) -> SignedIn:
    """Return a function that opens a page for a signed-in user."""

    def visit(name: str, **options: Any) -> Page:
        return new_visitor(
            **{"storage_state": storage_state_of(name), "viewport": {"width": 1300, "height": 900}, **options}
        )

    return visit


@pytest.fixture
def auditor(signed_in: SignedIn) -> Page:
    """A page of an administrator, to read the audit log."""
    return signed_in(staff_name(ADMINISTRATOR))
