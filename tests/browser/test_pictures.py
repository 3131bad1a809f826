"""Pictures of a table in texts: they consist of the table's own parts, which do not overlap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_sizes import OVER_ANY, OVERLAPPING

OUTSIDE = """() => [...document.querySelectorAll(".picture .card")].filter(card => {
    const own = card.getBoundingClientRect(), picture = card.closest(".picture").getBoundingClientRect();
    return card.checkVisibility() && (own.left < picture.left || own.right > picture.right);
}).length"""

PARTS_OF_PLATES = ".picture .plate :is(.name, .role, .count, .turn-tag, .nil)"


@pytest.mark.parametrize("width", [360, 768, 1440])
@pytest.mark.parametrize("path", ["/", "/rules/", "/learn/bidding/"])
def test_words_on_plates_in_pictures_do_not_overlap(page: Page, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(path)
    parts = page.locator(PARTS_OF_PLATES).filter(visible=True)
    assert parts.count()
    assert parts.evaluate_all(OVERLAPPING) == []


@pytest.mark.parametrize("width", [320, 360, 390, 768, 1440])
@pytest.mark.parametrize("path", ["/", "/rules/"])
def test_cards_stay_in_their_picture_and_cover_no_plate(page: Page, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(path)
    for card in page.locator(".picture .trick .card").all():
        assert card.evaluate(OVER_ANY, ".picture .plate") == []
    assert page.evaluate(OUTSIDE) == 0


@pytest.mark.parametrize("locale", ["en", "es"])
def test_small_phone_shows_the_start_button_without_scrolling(new_visitor: Callable[..., Page], locale: str) -> None:
    page = new_visitor(locale=locale, viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    page.goto("/")
    expect(page.locator(".start .btn")).to_be_in_viewport(ratio=1)
    name = page.locator("#visitor-name")
    name.fill(name.get_attribute("placeholder") or "")
    assert name.evaluate("field => field.scrollWidth <= field.clientWidth")
