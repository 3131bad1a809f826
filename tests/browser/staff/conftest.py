"""A site that has staff, players, games and reports, and people who are signed in there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, StorageState

from tests.browser.staff.desk import sign_in
from tests.browser.staff.world import staff_name
from tests.sites import Site
from tests.staff.people import ADMINISTRATOR

SignedIn = Callable[..., Page]


@pytest.fixture(scope="session")
def served_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve a site of the staff's own, as what they decide holds for everybody there."""
    site = Site(tmp_path_factory.mktemp("staff"))
    site.start()
    site.manage("shell", "--verbosity", "0", "-c", "from tests.browser.staff.world import furnish; furnish()")
    yield site
    site.stop()


@pytest.fixture(scope="session")
def live_site(served_site: Site) -> str:
    return served_site.address


@pytest.fixture
def expected_complaints() -> str:
    """What is refused is refused with a status, and sockets of people who are sent away are closed."""
    return "Failed to load resource|WebSocket|htmx:ws:error"


@pytest.fixture(scope="session")
def pass_of(browser: Browser, live_site: str) -> Callable[[str], StorageState]:
    """Return a function that signs somebody in; what the browser keeps of that serves for every later visit."""

    @cache
    def pass_of(name: str) -> StorageState:
        context = browser.new_context(base_url=live_site, locale="en-GB")
        sign_in(context.new_page(), name)
        state = context.storage_state()
        context.close()
        return state

    return pass_of


@pytest.fixture
def signed_in(new_visitor: Callable[..., Page], pass_of: Callable[[str], StorageState]) -> SignedIn:
    """Return a function that opens a page of somebody with a password."""

    def visit(name: str, **options: Any) -> Page:
        return new_visitor(**{"storage_state": pass_of(name), "viewport": {"width": 1300, "height": 900}, **options})

    return visit


@pytest.fixture
def auditor(signed_in: SignedIn) -> Page:
    """An administrator who reads the audit log."""
    return signed_in(staff_name(ADMINISTRATOR))
