"""Walks around the table: a stranger on a phone, in Spanish and dark, and a player on the third day, in English and
light; in campaigns the other way round as well.

Friends who meet by a link walk in test_friends.py.
"""

from collections.abc import Callable
from datetime import UTC, timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext, override
from playwright.sync_api import Locator, Page, expect

from games.competitions.sets import closing, services
from games.models import DealSet, SetKind
from tests.browser.person import CORNER, LEGAL_CARD, TO_DO, Person
from tests.competitions.sets.sets import board_of, play
from tests.tables import new_player

TABLE = "**/tables/*/"
RESULT = "#after-board .squares"
TOP = "element => element.getBoundingClientRect().top"
BOTTOM = "element => element.getBoundingClientRect().bottom"
LIGHT, DARK = ("en", "light"), ("es", "dark")


def looks(always: tuple[str, str], in_campaigns: tuple[str, str]) -> pytest.MarkDecorator:
    cases = [always, pytest.param(*in_campaigns, marks=pytest.mark.campaign)]
    return pytest.mark.parametrize(("language", "theme"), cases)


class Walker:
    """Taps what has a name on a page, in one language."""

    def __init__(self, page: Page, language: str) -> None:
        self.page, self._language = page, language

    def words(self, english: str) -> str:
        with override(self._language):
            return gettext(english)

    def named(self, role: Any, english: str) -> Locator:
        return self.page.get_by_role(role, name=self.words(english), exact=True)

    def tap(self, role: Any, english: str) -> None:
        self.named(role, english).first.tap()

    def plays_to_the_result(self) -> None:
        """Play the deal until its result is on the felt."""
        person = Person(self.page)
        while self.page.locator(f"{TO_DO}, {RESULT}").first.wait_for() or not self.page.locator(RESULT).count():
            person.act()


@pytest.fixture
def phone(language: str, theme: str) -> dict[str, Any]:
    return {
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "locale": language,
        "color_scheme": theme,
        "permissions": ["clipboard-read", "clipboard-write"],
    }


@pytest.fixture(autouse=True)
def quick_deal_of_the_day(site_database: None) -> None:  # noqa: ARG001  # where the deal of the day is
    today = timezone.now().astimezone(UTC).date()
    services.open_sets_of_day(today)
    DealSet.objects.filter(day=today).update(bot_level="beginner")


def shares(walker: Walker, then: str) -> None:
    """One tap on the only amber button copies the lines that the felt's result has; `then` is what is amber in its
    place, without anything having moved.
    """
    page, result = walker.page, walker.page.locator("#after-board")
    amber, before = result.locator(".btn.primary"), result.bounding_box()
    top = amber.evaluate(TOP)
    expect(amber).to_have_text(walker.words("Share"))
    amber.tap()
    expect(amber).to_have_text(walker.words(then))
    copied = result.locator(".hand-message")
    expect(copied).to_have_text(walker.words("Copied"))
    assert copied.evaluate(TOP) >= page.locator(".own-points").evaluate(BOTTOM), "the result stays in sight"
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#share-lines").text_content()
    assert (amber.evaluate(TOP), result.bounding_box()) == (top, before)
    expect(amber).to_be_focused()
    expect(page.locator("#after-board .more[open]")).to_have_count(0)


def plays_the_first_card(walker: Walker) -> None:
    """Three taps after the page has loaded: a number, the bid and a card."""
    page = walker.page
    page.locator(".bid-form .numbers label").nth(4).tap()
    page.locator(".bid-form button").tap()
    card = page.locator(f"#hand {LEGAL_CARD}").first
    card.wait_for()
    value = card.get_attribute("value")
    card.tap(position=CORNER)
    expect(page.locator(f"#hand button[value='{value}']")).to_have_count(0)


@looks(DARK, LIGHT)
def test_stranger_plays_and_shares_the_deal_of_the_day(
    new_visitor: Callable[..., Page], phone: dict[str, Any], language: str
) -> None:
    """Nobody asks for a name on the way; the first own card against bots takes three taps."""
    page = new_visitor(**phone)
    walker = Walker(page, language)
    page.goto("/")
    walker.tap("button", "I know Spades: play")
    page.wait_for_url(TABLE)
    plays_the_first_card(walker)
    page.goto("/")
    walker.tap("link", "Today")
    page.wait_for_url("**/today/")
    walker.tap("button", "Play today’s deal")
    page.wait_for_url(TABLE)
    walker.plays_to_the_result()
    expect(page.locator("#after-board .squares i")).to_have_count(13)
    shares(walker, then="Next: Eight a day")
    page.goto("/me/")
    expect(walker.named("link", "Choose another name")).to_be_visible()


@looks(LIGHT, DARK)
def test_player_returns_on_the_third_day(visit_as: Callable[..., Page], phone: dict[str, Any], language: str) -> None:
    """Play says what waits, Today shows yesterday with one's own place, and the eight deals follow in the same page."""
    user = new_player()
    play_days_before(user)
    page = visit_as(user, **phone)
    walker = Walker(page, language)
    page.goto("/")
    page.locator(".of-today button").tap()
    page.wait_for_url(TABLE)
    walker.plays_to_the_result()
    expect(page.locator("#after-board .flame")).to_contain_text("3")
    shares(walker, then="Next: Eight a day")
    loaded = page.evaluate("performance.timeOrigin")
    first = page.url
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/tables/" in url and url != first)
    second = page.url.removeprefix(page.url.split("/tables/")[0])
    plays_the_first_card(walker)
    assert page.evaluate("performance.timeOrigin") == loaded, "the next table is shown without loading a page"
    page.goto("/today/")
    expect(page.locator(".podium .you")).to_have_count(1)
    expect(page.locator(".rings .flame")).to_contain_text("3")
    page.goto("/")
    expect(page.locator(f"main article a[href='{second}']").last).to_be_visible()


def play_days_before(user: Any) -> None:
    """Play the deals of the two days before today, which have closed since, as four others did yesterday."""
    today = timezone.now().astimezone(UTC).date()
    for ago in (2, 1):
        services.open_sets_of_day(today - timedelta(days=ago))
        of_day = DealSet.objects.get(kind=SetKind.DAY, day=today - timedelta(days=ago))
        DealSet.objects.filter(pk=of_day.pk).update(closes_at=None, bot_level="beginner")
        for number, player in enumerate((user, new_player(), new_player())):
            play(board_of(of_day), player, seed=number)
        now = timezone.now()
        DealSet.objects.filter(pk=of_day.pk).update(closes_at=now)
        closing.store_results(of_day, now)
