"""A newcomer finishes the first deal by doing only what the page says, on a screen on which everything has room."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine import Play
from games.lessons.first_deal import FIRST_DEAL
from games.lessons.lesson import Lesson
from games.lessons.nils_and_bags import NILS_AND_BAGS
from tests.browser.newcomer import Newcomer

BID = 0
"""The step of both lessons at which the newcomer bids."""

STEPS, LAST = FIRST_DEAL.steps, FIRST_DEAL.last

HEIGHT = "document.documentElement.scrollHeight"

GLIDES = """() => document.addEventListener("htmx:after:swap", () => {
    const plates = [...document.querySelectorAll("#felt .plate")].filter(plate => plate.getAnimations().length);
    window.gliding = plates.map(plate => plate.id);
    window.inTheWay = [...Array(24).keys()].flatMap(step => plates.filter(plate => {
        plate.getAnimations().forEach(glide => glide.currentTime = step * 10);
        const {x, y, width, height} = plate.getBoundingClientRect();
        return document.elementsFromPoint(x + width / 2, y + height / 2).includes(plate);
    })).map(plate => plate.id);
})"""


def begin(page: Page) -> Newcomer:
    page.goto("/")
    page.get_by_role("link", name="Show me in 3 minutes").click()
    page.wait_for_url("**/learn/**", wait_until="domcontentloaded")
    return Newcomer(page)


def wrong_card(page: Page, number: int, lesson: Lesson = FIRST_DEAL) -> Locator:
    """Return a card that may be played at this step of the lesson, but is not the one that it asks for."""
    asks = lesson.steps[number].asks
    asked = asks.card if isinstance(asks, Play) else None
    others = page.locator(f"form:has(> .part > .on-turn) button.card:not([aria-disabled], [value='{asked}'])")
    return others if asked else page.locator("no-such-card")


def overflow(page: Page) -> int:
    """Return by how many pixels the page is higher than the window."""
    return int(page.evaluate(f"{HEIGHT} - innerHeight"))


def test_newcomer_finishes_the_first_deal_on_a_phone(new_visitor: Callable[..., Page]) -> None:
    """At each step the newcomer first plays a wrong card, if there is one, and reads that it is wrong."""
    page = new_visitor(viewport={"width": 360, "height": 640}, reduced_motion="no-preference")
    newcomer, refused, too_high = begin(page), 0, {}
    for number in range(LAST):
        too_high[number] = overflow(page)
        if wrong_card(page, number).count():
            wrong_card(page, number).first.click()
            expect(page.get_by_role("alert")).to_contain_text("the lesson asks for another card")
            expect(page.get_by_text(str(STEPS[number].text))).to_be_visible()
            too_high[number] = max(too_high[number], overflow(page))
            refused += 1
        if number == BID:
            page.evaluate(GLIDES)
        newcomer.learn()
        if number == BID:
            assert {"plate-1", "plate-2", "plate-dummy"} <= set(page.evaluate("window.gliding"))
            assert page.evaluate("window.inTheWay") == []
    assert not {number: pixels for number, pixels in too_high.items() if pixels > 0}
    assert refused > 3
    expect(page.get_by_role("heading", name="What the deal was worth")).to_be_visible()
    expect(page.locator(".explained .sum dd").first).to_have_text("+112")
    page.go_back()
    expect(page.locator("#coach-says .task")).to_be_visible()
    page.go_forward()
    page.get_by_role("button", name="Play with two bots").click()
    page.wait_for_url("**/tables/*/")


@pytest.mark.parametrize("lesson", [FIRST_DEAL, NILS_AND_BAGS], ids=lambda lesson: lesson.code)
def test_steps_of_a_lesson_fit_on_a_phone_in_spanish(new_visitor: Callable[..., Page], lesson: Lesson) -> None:
    """All steps but the last, which has no table; also with the notice that a wrong card or bid gets."""
    page = new_visitor(viewport={"width": 360, "height": 640}, locale="es")
    too_high = {}
    for number in range(lesson.last):
        page.goto(f"/learn/{lesson.code}/{number}/")
        too_high[number] = overflow(page)
        if number == BID:
            page.get_by_role("radio", name="5", exact=True).check()
            page.locator(".bid-form button").click()
        elif wrong_card(page, number, lesson).count():
            wrong_card(page, number, lesson).first.click()
        else:
            continue
        expect(page.get_by_role("alert")).to_be_visible()
        too_high[number] = max(too_high[number], overflow(page))
    expect(page.locator("html")).to_have_attribute("lang", "es")
    assert not {number: pixels for number, pixels in too_high.items() if pixels > 0}
    button = page.locator(".claim summary").bounding_box()
    cards = [card.bounding_box() for card in page.locator("#trick .card").all()]
    assert button
    assert cards
    for card in cards:
        assert card
        assert button["x"] >= card["x"] + card["width"] or button["y"] >= card["y"] + card["height"]


def test_coachs_next_words_get_the_focus_of_what_is_done(new_visitor: Callable[..., Page]) -> None:
    page = new_visitor(viewport={"width": 360, "height": 640})
    page.goto("/learn/second-deal/1/")
    page.get_by_role("link", name="Go on").press("Enter")
    expect(page.get_by_role("heading", name=str(NILS_AND_BAGS.steps[2].title))).to_be_focused()


def test_moving_plate_takes_no_click(new_visitor: Callable[..., Page]) -> None:
    page = new_visitor(viewport={"width": 1440, "height": 900}, reduced_motion="no-preference")
    page.goto(f"/learn/first-deal/{BID}/")
    page.evaluate(GLIDES)
    Newcomer(page).learn()
    assert "plate-dummy" in page.evaluate("window.gliding")
    assert page.evaluate("window.inTheWay") == []
