"""A newcomer finishes the first deal by doing only what the page says."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import Play
from games.learning.steps import LAST, STEPS

HEIGHT = "document.documentElement.scrollHeight"
CARD = re.compile(r"the (\w+ of \w+)")

GLIDES = """() => document.addEventListener("htmx:after:swap", () => {
    const plates = [...document.querySelectorAll("#felt .plate")].filter(plate => plate.getAnimations().length);
    window.gliding = plates.map(plate => plate.id);
    window.inTheWay = [...Array(24).keys()].flatMap(step => plates.filter(plate => {
        plate.getAnimations().forEach(glide => glide.currentTime = step * 10);
        const {x, y, width, height} = plate.getBoundingClientRect();
        return document.elementsFromPoint(x + width / 2, y + height / 2).includes(plate);
    })).map(plate => plate.id);
})"""


class Newcomer:
    """A newcomer who reads the coach and finds on the page what it mentions."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def learn(self) -> None:
        """Do what the step asks, or go on; return when the next step is shown."""
        counter = self.page.locator(".coach header p > span").first
        step = counter.inner_text()
        task = self.page.locator("#coach-says .task")
        if task.count():
            self.do(task.inner_text())
        else:
            self.page.get_by_role("link", name="Go on").click()
        expect(counter).not_to_have_text(step)
        self.page.wait_for_load_state("domcontentloaded")

    def do(self, task: str) -> None:
        if number := re.search(r"Choose (\d+), tick “(.+?)”", task):
            self.page.get_by_role("radio", name=number[1], exact=True).check()
            self.page.get_by_role("checkbox", name=number[2]).check()
            self.page.locator(".bid-form button").click()
        elif card := CARD.search(task):
            self.page.get_by_role("button", name=card[1].capitalize()).click()
        else:
            words = re.search("“(.+?)”", task)
            assert words, task
            self.page.locator("summary", has_text=words[1]).click()
            self.page.get_by_role("button", name=words[1]).click()

    def learn_it_all(self) -> None:
        while not self.page.get_by_role("link", name="Once more").count():
            self.learn()


def begin(page: Page) -> Newcomer:
    page.goto("/")
    page.get_by_role("link", name="three minutes").click()
    page.wait_for_url("**/learn/**", wait_until="domcontentloaded")
    return Newcomer(page)


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)], ids=["phone", "laptop"])
def test_newcomer_finishes_the_first_deal(new_visitor: Callable[..., Page], size: tuple[int, int]) -> None:
    page = new_visitor(viewport={"width": size[0], "height": size[1]})
    begin(page).learn_it_all()
    expect(page.get_by_role("heading", name="What the deal was worth")).to_be_visible()
    expect(page.locator(".explained .sum dd").first).to_have_text("+92")
    page.get_by_role("button", name="Play with two bots").click()
    page.wait_for_url("**/tables/*/")


@pytest.fixture
def bidding(new_visitor: Callable[..., Page]) -> Callable[[int, int], Page]:
    """Return a function that opens the lesson's bid on a screen of a size, and afterwards knows how plates moved."""

    def sit(width: int, height: int) -> Page:
        page = new_visitor(viewport={"width": width, "height": height})
        page.goto("/learn/first-deal/2/")
        page.evaluate(GLIDES)
        return page

    return sit


def test_moving_plate_takes_no_click(bidding: Callable[[int, int], Page]) -> None:
    page = bidding(1440, 900)
    Newcomer(page).learn()
    assert "plate-dummy" in page.evaluate("window.gliding")
    assert page.evaluate("window.inTheWay") == []


def test_plate_that_was_hidden_does_not_move(bidding: Callable[[int, int], Page]) -> None:
    """During the bidding a phone has no room for the dummy's plate and the own one."""
    page = bidding(360, 640)
    expect(page.locator("#plate-dummy")).to_be_hidden()
    Newcomer(page).learn()
    assert sorted(page.evaluate("window.gliding")) == ["plate-1", "plate-2"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_coach_and_table_fit_on_a_phone_at_every_step(new_visitor: Callable[..., Page], language: str) -> None:
    """All steps but the last, which has no table."""
    page = new_visitor(viewport={"width": 360, "height": 640}, locale=language)
    too_high = {}
    for number in range(LAST):
        page.goto(f"/learn/first-deal/{number}/")
        expect(page.locator("html")).to_have_attribute("lang", language)
        if page.evaluate(f"{HEIGHT} > innerHeight"):
            too_high[number] = page.evaluate(HEIGHT)
    assert not too_high


@pytest.mark.parametrize("language", ["en", "es"])
def test_hand_stays_on_screen_after_a_wrong_card_on_a_phone(new_visitor: Callable[..., Page], language: str) -> None:
    page = new_visitor(viewport={"width": 360, "height": 640}, locale=language)
    answered, too_high = 0, {}
    for number, step in enumerate(STEPS):
        page.goto(f"/learn/first-deal/{number}/")
        asked = step.asks.card if isinstance(step.asks, Play) else None
        wrong = page.locator(f"form:has(> .part > .on-turn) button.card:not([aria-disabled], [value='{asked}'])")
        if asked is None or not wrong.count():
            continue
        wrong.first.click()
        expect(page.get_by_role("alert")).to_be_visible()
        answered += 1
        if page.evaluate(f"{HEIGHT} > innerHeight"):
            too_high[number] = page.evaluate(HEIGHT)
    assert answered > 5
    assert not too_high


@pytest.mark.parametrize("language", ["en", "es"])
def test_claim_form_covers_no_card_on_a_phone(new_visitor: Callable[..., Page], language: str) -> None:
    page = new_visitor(viewport={"width": 360, "height": 640}, locale=language)
    page.goto(f"/learn/first-deal/{LAST - 1}/")
    button = page.locator(".claim summary").bounding_box()
    cards = [card.bounding_box() for card in page.locator("#trick .card").all()]
    assert button
    assert cards
    for card in cards:
        assert card
        assert button["x"] >= card["x"] + card["width"] or button["y"] >= card["y"] + card["height"]


def test_first_deal_works_without_javascript(new_visitor: Callable[..., Page]) -> None:
    page = new_visitor(java_script_enabled=False)
    begin(page).learn_it_all()
    expect(page.get_by_role("heading", name="What the deal was worth")).to_be_visible()


def test_wrong_card_is_explained_by_the_coach_and_not_played(page: Page) -> None:
    page.goto("/learn/first-deal/6/")
    page.get_by_role("button", name="King of hearts").click()
    expect(page.get_by_role("alert")).to_contain_text("this lesson goes another way")
    page.get_by_role("button", name="Two of hearts").click()
    expect(page.get_by_role("heading", name="The winner leads")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_back_button_shows_the_previous_step(page: Page) -> None:
    page.goto("/learn/first-deal/6/")
    page.get_by_role("button", name="Two of hearts").click()
    expect(page.get_by_role("heading", name="The winner leads")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="You play the dummy too")).to_be_visible()
