"""A stranger who knows the game has a first own card on the table after three taps."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.person import CORNER, LEGAL_CARD


def test_stranger_plays_the_first_card_with_the_third_tap(new_visitor: Callable[..., Page]) -> None:
    """The draw waits for nobody: the number, the bid and the card are all there is to tap."""
    page = new_visitor(viewport={"width": 360, "height": 740}, has_touch=True)
    page.goto("/")
    page.get_by_role("button", name="I know Spades: play").tap()
    page.wait_for_url("**/tables/*/")
    page.locator(".bid-form .numbers label").nth(4).tap()
    page.locator(".bid-form button").tap()
    card = page.locator(f"#hand {LEGAL_CARD}").first
    card.wait_for()
    value = card.get_attribute("value")
    card.tap(position=CORNER)
    expect(page.locator(f"#hand button[value='{value}']")).to_have_count(0)
