"""Actions between players, in two browsers: leaving and coming back, ending the game, rematches."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_gathering import host, open_table


@pytest.fixture
def pair(page: Page, new_visitor: Callable[..., Page]) -> tuple[Page, Page]:
    """The host and a friend at a running game with one bot."""
    host(page)
    address = open_table(page, "Friday")
    friend = new_visitor()
    friend.goto(address)
    friend.get_by_label("Your name at the table").fill("Fred")
    friend.locator("#sit button").first.click()
    page.get_by_role("button", name="Start with 1 bot").click()
    for browser in (page, friend):
        browser.get_by_role("button", name="Deal now").click()
    for browser in (page, friend):
        expect(browser.locator(".game.is-deal")).to_be_visible()
    return page, friend


def open_menu(page: Page) -> None:
    page.locator("#menu > summary").click()


def test_player_who_left_may_come_back(pair: tuple[Page, Page]) -> None:
    page, friend = pair
    open_menu(friend)
    friend.get_by_text("Leave this game").click()
    friend.get_by_role("button", name="Let a bot play on").click()
    expect(friend.get_by_text("plays for you.")).to_be_visible()
    expect(page.locator("#plate-1")).to_contain_text("sits in")
    friend.get_by_role("button", name="Take your seat back").click()
    expect(page.locator("#plate-1")).not_to_contain_text("sits in")
    expect(friend.get_by_text("plays for you.")).to_have_count(0)


def test_game_is_ended_by_agreement_and_played_again(pair: tuple[Page, Page]) -> None:
    page, friend = pair
    open_menu(page)
    page.get_by_role("button", name="Propose to end the game").click()
    expect(page.get_by_text("You propose to end the game.")).to_be_visible()
    friend.get_by_role("button", name="Agree").click()
    for browser in (page, friend):
        expect(browser.get_by_role("heading", name="This table is closed.")).to_be_visible()
    old = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda address: address != old)
    friend.get_by_role("link", name="To the rematch").click()
    friend.wait_for_url(page.url)
    page.get_by_role("button", name="Start the game").click()
    for browser in (page, friend):
        expect(browser.locator(".draw")).to_contain_text("Rematch")
