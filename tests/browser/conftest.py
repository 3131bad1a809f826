"""Fixtures for a table on one page, without a server."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.pages import ORIGIN, show, table
from tests.pages.scenes import Scene

At = Callable[..., Page]
PHONE = (360, 640)


def stop_the_clock(page: Page) -> None:
    """Stop the page's clock: from now on time passes only by `run_for`."""
    page.clock.install(time=0)
    page.clock.pause_at(1_000)


@pytest.fixture
def at(browser: Browser) -> Iterator[At]:
    """Return a function that opens the page of a table, for a player with the preferences given by name.

    A screen has its size from the start: a page learns of a new one some time after the browser has said so.
    """
    screens: dict[tuple[int, int], Page] = {}

    def sit(shown: Scene, size: tuple[int, int] = PHONE, **preferences: str | bool) -> Page:
        if size not in screens:
            screens[size] = browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
        show(screens[size], {"/": table(shown, **preferences)})
        screens[size].goto(ORIGIN)
        return screens[size]

    yield sit
    for page in screens.values():
        page.close()
