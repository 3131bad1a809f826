"""A stranger plays the deal of the day by keyboard only, from Today to the lines to share (by touch: test_walks.py)."""

import re
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.competitions.sets import services
from games.engine import BiddingStyle, PeekRule, Rules
from games.models import Board, DealSet, SetKind
from tests.browser.person import LEGAL_CARD, TO_DO, Person

NewVisitor = Callable[..., Page]
SetRules = Callable[[Rules], None]

TABLE, BOARD = "**/tables/*/", re.compile(r"/sets/day-[0-9-]+/\?board=1$")
THE_END = ".after-board"
OWN_TRICKS = "text => [...text].filter(sign => '🟩⬜'.includes(sign)).length"
MOST_TABS = 100


@pytest.fixture
def set_rules(site_database: None) -> SetRules:  # noqa: ARG001  # where the deal of the day is
    """Return a function that gives today's deal these rules, whatever day it is, and bots that are quick."""

    def change(rules: Rules) -> None:
        today = timezone.now().astimezone(UTC).date()
        services.open_sets_of_day(today)
        of_day = DealSet.objects.filter(kind=SetKind.DAY, day=today)
        of_day.update(bot_level="beginner")
        Board.objects.filter(deal_set__in=of_day).update(**asdict(rules))

    return change


class KeyboardPerson(Person):
    """Plays without a mouse, with the keys that `?` lists, Tab, Space and Enter."""

    def click(self) -> None:
        page = self.page
        if (peek := page.locator("#peek")).count():
            for place in range(int(peek.get_attribute("data-pick") or 0)):
                press(peek.locator("[name=places]").nth(place), "Space")
            press(peek.locator("button"))
            peek.wait_for(state="detached")
        elif page.locator(".bid-form").count():
            self._bid_by_keys()
        elif (refusal := page.locator(".claim-box [name=accept][value=no]")).count():
            press(refusal)
        else:
            while not page.locator(f"{LEGAL_CARD}:focus").count():
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            self.cards_played += 1

    def _bid_by_keys(self) -> None:
        form = self.page.locator(".bid-form").first
        if form.locator(".numbers").count():
            self.page.keyboard.press("5")
        if form.locator(".nil-choices.one").count():
            self.page.keyboard.press("n")
        press(form.locator("button"))


def press(target: Locator, key: str = "Enter") -> None:
    """Go to the target with the Tab key, and press a key there."""
    for _ in range(MOST_TABS):
        if target.evaluate("element => element === document.activeElement"):
            break
        target.page.keyboard.press("Tab")
    expect(target).to_be_focused()
    target.page.keyboard.press(key)


def play_to_the_end(person: Person) -> None:
    """Play until the table leads to the results of the board."""
    page = person.page
    while page.locator(f"{TO_DO}, {THE_END}").first.wait_for() or not page.locator(THE_END).count():
        person.act()


def expect_result(page: Page) -> None:
    """The page of the board shows the own result, a list without per cents, and lines to share that a button copies."""
    page.wait_for_url(BOARD)
    expect(page.locator(".own-result .own-points")).to_be_visible()
    expect(page.locator("#chart-field")).to_have_count(0)
    expect(page.get_by_role("columnheader", name="Per cent")).to_have_count(0)
    expect(page.locator(".results .you .tag").first).to_have_text("you")
    lines = (page.locator("#share-lines").text_content() or "").splitlines()
    assert lines[0].startswith("Deal of the day")
    assert page.evaluate(OWN_TRICKS, lines[2]) == 13
    assert lines[3].endswith(page.url.split("/sets/")[1].split("?")[0])


def expect_copied(page: Page) -> None:
    """The button has copied the lines to share."""
    expect(page.locator("#copied")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#share-lines").text_content()


def test_deal_of_the_day_needs_only_a_keyboard(new_visitor: NewVisitor, set_rules: SetRules) -> None:
    set_rules(Rules(PeekRule.FLIP2, BiddingStyle.SUICIDE))
    page = new_visitor(viewport={"width": 1440, "height": 900}, permissions=["clipboard-read", "clipboard-write"])
    page.goto("/today/")
    press(page.get_by_role("button", name="Play today’s deal"))
    page.wait_for_url(TABLE)
    person = KeyboardPerson(page)
    play_to_the_end(person)
    assert person.cards_played >= 13
    press(page.locator(".more > summary"))
    press(page.get_by_role("link", name="Compare with the others"))
    expect_result(page)
    press(page.get_by_role("button", name="Share", exact=True))
    expect_copied(page)
