"""Menus that cover a page are closed by a click elsewhere and by Escape, on every page that has one."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.layout.sizes import MIDDLE_PHONE
from tests.pages.pages import ORIGIN, show

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MENU = ".more"


@pytest.fixture(params=["board-day", "replay-ended"])
def page(request: pytest.FixtureRequest, browser: Browser, site_in: Callable[[str], dict[str, str]]) -> Iterator[Page]:
    """Return a page around the table, and one of a table, each with its menu open."""
    context = browser.new_context(viewport=MIDDLE_PHONE.viewport, reduced_motion="reduce")
    page = context.new_page()
    show(page, {"/": site_in("en")[request.param]})
    page.goto(ORIGIN)
    page.locator(f"{MENU} > summary").click()
    expect(page.locator(MENU)).to_have_attribute("open", "")
    yield page
    context.close()


def test_click_elsewhere_closes_a_menu_and_one_inside_does_not(page: Page) -> None:
    page.locator(f"{MENU} > :not(summary)").first.click(position={"x": 2, "y": 2})
    expect(page.locator(MENU)).to_have_attribute("open", "")
    page.locator("h1").first.click(position={"x": 1, "y": 1}, force=True)
    expect(page.locator(MENU)).not_to_have_attribute("open", "")


def test_escape_closes_a_menu_and_gives_the_focus_back(page: Page) -> None:
    page.locator(f"{MENU} :is(a, button)").first.focus()
    page.keyboard.press("Escape")
    expect(page.locator(MENU)).not_to_have_attribute("open", "")
    expect(page.locator(f"{MENU} > summary")).to_be_focused()
