"""A hint is shown when the player asks for it, and removed when the table changes."""

from playwright.sync_api import Page, expect

from tests.browser.person import Person
from tests.browser.test_game import sit_down


def until_the_bid(page: Page) -> Person:
    """Return a player whose turn it is to bid, at a table with two bots."""
    person = sit_down(page)
    person.act()
    page.locator(".bid-form").first.wait_for()
    return person


def test_hint_is_shown_on_request_and_removed_by_the_next_version(page: Page) -> None:
    person = until_the_bid(page)
    person.bids = 9  # beside the hint, which may cover smaller numbers
    page.get_by_text("Hint", exact=True).click()
    expect(page.get_by_role("heading", name="A bot would bid")).to_be_visible()
    person.act()
    expect(page.get_by_role("heading", name="A bot would bid")).to_have_count(0)


def test_hint_has_a_page_of_its_own(page: Page) -> None:
    until_the_bid(page)
    page.goto(f"{page.url}hint/")
    expect(page.get_by_role("heading", name="A bot would bid")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".bid-form")).to_be_visible()
