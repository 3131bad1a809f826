"""Playing on a served site: the way in, several pages of one player, and a browser without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.engine import BiddingStyle, PeekRule, Rules
from games.lobby import tables
from games.values import TableOptions
from tests.browser.person import LEGAL_CARD, Person
from tests.tables import begin, deal, gather, new_player, play_on, to_play

PASSWORD = "four aces and a deuce"


def sign_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main form [type=submit], main form button").first.click()
    page.wait_for_url("**/")


def test_newcomer_signs_up_chooses_a_language_signs_in_and_plays(page: Page) -> None:
    sign_up(page, "Ñusta 1")
    expect(page.locator(".to-me")).to_have_attribute("title", re.compile("Ñusta 1"))
    page.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("button", name="English").click()
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.goto("/accounts/login/")
    page.get_by_label("Name").fill("ñusta 1")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/")
    page.get_by_role("button", name="Bots").click()
    page.wait_for_url("**/tables/*/")
    person = Person(page)
    while not person.cards_played:
        person.act()


@pytest.mark.usefixtures("site_database")
def test_table_says_that_its_player_is_signed_out_and_leads_back(visit_as: Callable[..., Page]) -> None:
    host = new_player()
    host.set_password(PASSWORD)
    host.save()
    code = begin(host, new_player(), new_player())
    page = visit_as(host)
    page.goto(f"/tables/{code}/")
    other = page.context.new_page()
    page.evaluate("() => { performance.now = () => 4_000 }")  # since the page was loaded
    other.goto("/accounts/logout/")
    other.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.locator("#signed-out")).to_contain_text("You have been signed out")
    page.locator("#signed-out").get_by_role("link", name="Sign in").click()
    page.get_by_label("Name").fill(host.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(f"**/tables/{code}/")
    expect(page.locator("#signed-out")).to_be_hidden()
    other.goto(f"/tables/{code}/")
    expect(other.locator("#signed-out")).to_be_hidden()


@pytest.mark.usefixtures("site_database")
def test_pages_of_one_player_show_the_same_table(visit_as: Callable[..., Page]) -> None:
    """Places of the dummy are picked, a nil hand is bid for and cards are played, now on one page, now on the other.

    A third page gets no live updates, so its move comes from an old table, and is refused with the current one.
    """
    host = new_player()
    options = TableOptions(bot_level="beginner")
    rules = Rules(PeekRule.FOUR, BiddingStyle.SUICIDE)
    code = tables.open_game_with_bots(host=host, rules=rules, name="A table", options=options).code
    deal(code)
    page = visit_as(host)
    second = page.context.new_page()
    for shown in (page, second):
        shown.goto(f"/tables/{code}/")
    one, other = Person(page), Person(second)
    while one.cards_played + other.cards_played < 2:
        one.act()
        other.wait_for_version(one.version)
        one, other = other, one
    page.locator(LEGAL_CARD).first.wait_for()
    third = page.context.new_page()
    third.clock.install()
    third.route_web_socket(re.compile("/ws/"), lambda _: None)
    third.goto(page.url)
    old = Person(third).version
    Person(page).act()
    third.locator(LEGAL_CARD).first.click()
    third.clock.fast_forward(2_500)  # after which the page posts a move that the socket has not answered
    expect(third.get_by_role("alert")).to_contain_text("nothing was lost")
    Person(third).wait_for_version(str(int(old) + 1))


@pytest.mark.usefixtures("site_database")
def test_site_works_without_javascript(visit_as: Callable[..., Page], new_visitor: Callable[..., Page]) -> None:
    """A visitor sits down by the link and leaves; a player plays a card; a newcomer bids in the first deal."""
    friend = new_visitor(java_script_enabled=False)
    friend.goto(address := f"/tables/{gather(new_player())}/")
    friend.get_by_label("Your name at the table").fill("Fred")
    friend.locator("#sit button").first.click()
    expect(friend.get_by_role("heading", name="You")).to_be_visible()
    expect(friend.locator("#link")).to_have_text(re.compile(f"{address}$"))
    friend.get_by_role("button", name="Leave the table").click()
    expect(friend.locator("#sit button").first).to_be_visible()

    play_on(code := begin(host := new_player(), bot_level="beginner"), to_play)
    player = visit_as(host, java_script_enabled=False)
    player.goto(f"/tables/{code}/")
    before = int(Person(player).version)
    with player.expect_navigation():
        Person(player).click()
    assert int(Person(player).version) > before

    friend.goto("/")
    friend.goto("/learn/")
    friend.get_by_role("link", name="First deal").click()
    friend.wait_for_url("**/learn/**")
    step = friend.locator(".coach header p > span").first
    shown = step.inner_text()
    Person(friend, bids=11).click()
    expect(step).not_to_have_text(shown)
