"""A table on a phone, without a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from games.snapshot import TableSnapshot
from tests.presenters.pages import ORIGIN, show, table

At = Callable[..., Page]


@pytest.fixture
def at(browser: Browser) -> Iterator[At]:
    """Return a function that opens the page of a table, for a player of the taste given by name."""
    page = browser.new_page(viewport={"width": 360, "height": 640}, reduced_motion="reduce")

    def sit(shown: TableSnapshot, **taste: str | bool) -> Page:
        show(page, {"/": table(shown, **taste)})
        page.goto(ORIGIN)
        return page

    yield sit
    page.close()
