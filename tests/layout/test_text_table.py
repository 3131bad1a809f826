"""The table as text shows in another way what a table shows by light and height."""

from playwright.sync_api import Browser

from tests.layout.one_page import OnePage
from tests.layout.scenes import tables_in
from tests.layout.sizes import LAPTOP

WEIGHT = "card => Number(getComputedStyle(card).fontWeight)"


def test_cards_that_may_be_played_are_bold(browser: Browser) -> None:
    with OnePage(browser, LAPTOP, tables_in("en")["follow"]) as page:
        hand = page.turn_to(tables_in("en")["reason-text"]).locator("#dummy")
        playable = hand.locator("button.card:not([aria-disabled])").first.evaluate(WEIGHT)
        dimmed = hand.locator("button.card[aria-disabled]").first.evaluate(WEIGHT)
    assert playable > dimmed == 400
