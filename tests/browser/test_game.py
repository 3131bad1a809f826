"""Whole games in Chromium, by clicking only what the page offers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import BiddingStyle, PeekRule
from tests.browser.person import Person


def sit_down(page: Page, name: str = "Alex") -> Person:
    """Go from the home page to a table with two bots."""
    page.goto("/")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Play with two bots").click()
    page.wait_for_url("**/tables/*/")
    return Person(page)


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password1]").fill("four aces and a deuce")
    page.locator("main form [type=submit], main form button").first.click()
    page.wait_for_url("**/lobby/")


@pytest.mark.timeout(1200)  # as many deals as it takes to 500 points: six minutes on a slow machine
def test_newcomer_signs_up_and_plays_a_whole_game(page: Page) -> None:
    sign_up(page, "Newcomer")
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/tables/*/")
    person = Person(page)
    person.play_to_the_end()
    standings = page.locator(".standings li")
    expect(standings).to_have_count(3)
    totals = [int(text.replace("\N{MINUS SIGN}", "-")) for text in page.locator(".standings b").all_inner_texts()]
    assert totals == sorted(totals, reverse=True)
    assert totals[0] >= 500
    assert person.cards_played >= 13


@pytest.mark.parametrize(
    ("peek", "bidding"),
    [(peek, BiddingStyle.STANDARD) for peek in PeekRule] + [(PeekRule.NONE, style) for style in BiddingStyle][1:],
)
def test_deal_can_be_played_under_every_rule(page: Page, peek: PeekRule, bidding: BiddingStyle) -> None:
    person = sit_down(page)
    page.goto("/tables/new/")
    page.get_by_text("Two bots").click()
    page.locator(".further > summary").click()
    page.locator(f"label:has([name=peek][value={peek}])").click()
    page.locator(f"label:has([name=bidding][value={bidding}])").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/(?!new)"))
    person.play_a_deal()
    assert person.cards_played in (13, 26)
    totals = page.locator(".explained article .sum dd").all_inner_texts()
    assert len(totals) == 3


def test_page_reloaded_during_a_trick_continues_the_deal(page: Page) -> None:
    person = sit_down(page)
    while not person.cards_played:
        person.act()
    page.reload()
    person.play_a_deal()
    assert person.cards_played in (13, 26)


def test_two_tabs_of_one_player_show_the_same_table(page: Page) -> None:
    person = sit_down(page)
    second = page.context.new_page()
    second.goto(page.url)
    other = Person(second)
    while not person.cards_played:
        person.act()
    other.wait_for_version(person.version)
    other.act()
    person.wait_for_version(other.version)


def test_move_from_an_outdated_page_is_refused_with_the_current_table(page: Page) -> None:
    """The second tab gets no live updates, so its card is played from an old table."""
    person = sit_down(page)
    while not person.cards_played:
        person.act()
    page.locator("#hand button.card:not([aria-disabled]), #dummy button.card:not([aria-disabled])").first.wait_for()
    stale = page.context.new_page()
    stale.route_web_socket(re.compile("/ws/"), lambda _: None)
    stale.goto(page.url)
    old = Person(stale).version
    person.act()
    stale.locator("button.card:not([aria-disabled])").first.click()
    expect(stale.get_by_role("alert")).to_contain_text("nothing was lost")
    Person(stale).wait_for_version(str(int(old) + 1))


def test_deal_can_be_played_without_javascript(new_visitor: Callable[..., Page]) -> None:
    page = new_visitor(java_script_enabled=False)
    person = sit_down(page)
    for _ in range(400):
        page.reload()
        if page.locator("#sheet").count():
            break
        if page.locator("#ready button, #peek, .bid-form, button.card:not([aria-disabled])").count():
            with page.expect_navigation():
                person.click()
    assert page.locator(".explained article").count() == 3
