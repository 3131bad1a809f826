"""A hint at the table: it comes when it is asked for, and is gone once the table has moved on."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.person import Person
from tests.browser.test_game import sit_down


def until_the_bid(page: Page) -> Person:
    """Somebody whose turn it is to bid, at a table with two bots."""
    person = sit_down(page)
    person.act()
    page.locator(".bid-form").first.wait_for()
    return person


def test_a_hint_comes_on_request_and_goes_with_the_moment(page: Page) -> None:
    person = until_the_bid(page)
    person.bids = 9  # beside the hint, which may cover smaller numbers
    page.get_by_text("Hint", exact=True).click()
    expect(page.get_by_role("heading", name="A bot would bid")).to_be_visible()
    person.act()
    expect(page.get_by_role("heading", name="A bot would bid")).to_have_count(0)


def test_the_hint_has_a_page_of_its_own_too(page: Page) -> None:
    until_the_bid(page)
    page.goto(f"{page.url}hint/")
    expect(page.get_by_role("heading", name="A bot would bid")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".bid-form")).to_be_visible()
