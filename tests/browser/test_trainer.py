"""A newcomer's ten exercises on a phone: all answers and the way on are in reach without scrolling."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.learning.exercises import Kind

ROUNDS = {Kind.BID: 3, Kind.NIL: 2, Kind.CARD: 3, Kind.DUMMY: 2}
TOUCH = 43.5  # the pixels of a finger, less what rounding takes

OUT_OF_REACH = """(elements, touch) => elements.filter(element => {
    const {top, left, bottom, right, width, height} = element.getBoundingClientRect();
    const is_in_sight = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
    return scrollY > 0 || !is_in_sight || width < touch || height < touch;
}).map(element => element.getAttribute("aria-label") || element.innerText)"""


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.campaign), "es"])
def test_ten_exercises_are_answered_by_one_tap_each(new_visitor: Callable[..., Page], language: str) -> None:
    page = new_visitor(viewport={"width": 360, "height": 640}, locale=language, has_touch=True)
    missed: list[str] = []
    for kind, rounds in ROUNDS.items():
        page.goto(f"/learn/train/{kind}/3/")
        for number in range(rounds):
            choices, following = page.locator("[name=choice]"), page.locator(".exercise-answer .primary")
            missed += out_of_reach(choices)
            choices.nth(number % choices.count()).tap()
            expect(following).to_be_visible()
            missed += out_of_reach(following)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            following.tap()
            expect(page.locator(".exercise-answer")).to_have_count(0)
    assert page.locator("html").get_attribute("lang") == language
    assert not missed


def out_of_reach(elements: Locator) -> list[str]:
    """Return those that are not in sight, or too small for a finger, once the page has its style sheet."""
    elements.page.wait_for_load_state()
    texts: list[str] = elements.evaluate_all(OUT_OF_REACH, TOUCH)
    return texts
