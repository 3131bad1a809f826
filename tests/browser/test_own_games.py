"""The live list of a player's own games, in the lobby and on the home page: only what changed is updated."""

from collections.abc import Callable
from functools import partial

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.party import Party
from tests.browser.person import Person
from tests.browser.test_gathering import host, open_table
from tests.browser.test_together import open_menu
from tests.presenters.pages import ORIGIN, lobby, show

PHONE = {"width": 360, "height": 640}
PLACES = """() => [...document.querySelectorAll("nav a, main, h1, h2, .room, .room .btn")]
    .map(part => {
        const {left, top} = part.getBoundingClientRect();
        return [left, top];
    })"""


def test_lists_of_games_follow_a_game_from_opening_to_end(page: Page, new_visitor: Callable[..., Page]) -> None:
    name = host(page)
    address = open_table(page, "Friday")
    friend = new_visitor(viewport=PHONE)
    friend.goto(address)
    friend.get_by_label("Your name at the table").fill("Fred")
    friend.locator("#sit button").first.click()
    expect(friend.locator(".at-bottom > .chair")).to_contain_text("You")
    in_lobby, at_home = (friend.context.new_page() for _ in range(2))
    in_lobby.goto("/lobby/")
    at_home.goto("/")
    for room in rooms(in_lobby, at_home):
        expect(room).to_contain_text("waits for players")
        expect(room).to_contain_text(name)
    back = in_lobby.get_by_role("link", name="Back to the table: Friday")
    back.focus()
    page.get_by_role("button", name="Start with 1 bot").click()
    for browser in (page, friend):
        browser.get_by_role("button", name="Deal now").click()
    for room in rooms(in_lobby, at_home):
        expect(room).to_contain_text("deal 1, to 500")
    the_turn_passes_and_nothing_moves(Party([Person(page), Person(friend)], with_bots=True), in_lobby)
    expect(back).to_be_focused()
    they_end_it(page, friend)
    expect(in_lobby.get_by_text("No game is running")).to_be_visible()
    for browser in (in_lobby, at_home):
        expect(browser.locator(".room")).to_have_count(0)
    expect(at_home.get_by_role("heading", name="Your games")).to_be_hidden()


def rooms(*browsers: Page) -> list[Locator]:
    return [browser.locator(".room", has_text="Friday") for browser in browsers]


def the_turn_passes_and_nothing_moves(party: Party, in_lobby: Page) -> None:
    """From whoever has it to the other, and back."""
    host, friend = party.people
    tag, waiting = in_lobby.locator(".room .turn-tag"), in_lobby.locator("[data-turns]")
    places = None
    for asked, count in ((host, 0), (friend, 1), (host, 0)):
        party.play_until(partial(is_asked, party, asked))
        expect(tag).to_have_count(count)
        expect(waiting).to_have_count(count)
        assert in_lobby.evaluate(PLACES) == (places := places or in_lobby.evaluate(PLACES))


def is_asked(party: Party, person: Person) -> bool:
    return party.asked() is person


def they_end_it(page: Page, friend: Page) -> None:
    open_menu(page)
    page.get_by_role("button", name="Propose to end the game").click()
    friend.get_by_role("button", name="Agree").click()
    expect(friend.get_by_role("heading", name="This table is closed.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [320, 360, 700, 768, 960, 1440])
def test_turn_badge_moves_nothing_else_in_the_header(browser: Browser, language: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    with translation.override(language):
        show(page, {f"/{turns}": lobby(turns_waiting=turns, invitation=None) for turns in (0, 12)})
    places = []
    for turns in (0, 12):
        page.goto(f"{ORIGIN}/{turns}")
        places.append(page.evaluate(PLACES))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert places[0] == places[1]
    page.close()
