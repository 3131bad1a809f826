"""Players meet at a table through the list of open tables or its link, and every browser shows who sits where."""

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.test_game import sign_up
from tests.tables import new_player

NUMBERS = itertools.count(1)
TELLS_OF_CLICKS = "() => addEventListener('click', ({target, detail}) => console.log(target.innerText, detail), true)"


def host(page: Page) -> str:
    """Sign up under a new name, because the tests share a site, and return it."""
    name = f"Host {next(NUMBERS)}"
    sign_up(page, name)
    return name


def open_table(page: Page, name: str, *, public: bool = False) -> str:
    """Open a table for friends, and return its address."""
    page.goto("/tables/new/")
    page.get_by_text("More options").click()
    page.get_by_label("Name of the table").fill(name)
    if public:
        page.locator("label:has([name=players][value=anyone])").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/(?!new)"))
    return page.url


@pytest.mark.usefixtures("site_database")
def test_people_gather_at_a_public_table(visit_as: Callable[..., Page], new_visitor: Callable[..., Page]) -> None:
    """One watches the list; one is invited by name and sits down there; one comes by the link."""
    anna, berta = new_player(), new_player()
    host, friend, watcher = visit_as(anna), visit_as(berta), new_visitor()
    for page in (friend, watcher):
        page.goto("/")
    address = open_table(host, "Come in", public=True)
    expect(watcher.get_by_role("heading", name="Come in")).to_be_visible()
    expect(host.locator("#link")).to_have_text(address)
    the_host_tries_bots_and_rules(host)

    friend.goto("/today/")  # Play shows invitations themselves
    host.get_by_label("Or invite a player by name").fill(berta.username.lower())
    host.get_by_role("button", name="Invite").click()
    expect(host.get_by_role("alert")).to_contain_text("is invited")
    expect(friend.locator("header").get_by_text(f"{anna.username} invites you to a table")).to_be_visible()
    friend.goto("/")
    expect(friend.get_by_text(f"{anna.username} invites you to Come in")).to_be_visible()
    friend.get_by_role("link", name="Go to table: Come in").first.click()
    friend.locator("#sit button").first.click()
    expect(friend.locator(".at-bottom > .chair")).to_contain_text("You")
    expect(host.get_by_role("heading", name=berta.username)).to_be_visible()

    watcher.goto(address)
    sits_down_by_a_double_click(watcher)
    expect(host.get_by_role("heading", name="Fred")).to_be_visible()
    expect(host.locator(".chair", has_text="Fred")).to_have_count(1)
    watcher.get_by_role("button", name="Leave the table").click()
    expect(host.get_by_role("heading", name="1 seat is free")).to_be_visible()

    watcher.goto("/")
    expect(watcher.get_by_role("heading", name="Come in")).to_be_visible()
    host.get_by_role("button", name="Start with 1 bot").dblclick()
    for page in (host, friend):
        expect(page.get_by_role("heading", name="High card deals")).to_be_visible()
    expect(host.get_by_role("alert")).to_have_count(0)
    expect(watcher.locator("article[id^=open-]", has_text="Come in")).to_have_count(0)
    expect(watcher.locator("article[id^=running-]", has_text="Come in")).to_have_count(1)


def the_host_tries_bots_and_rules(page: Page) -> None:
    """A bot comes and goes, then the rules change. The second click of a double click counts for nothing: it would hit
    what the first has put in the button's place, the button that removes the bot.
    """
    page.get_by_role("button", name="Add a bot").first.click()
    expect(page.get_by_role("heading", name="1 seat is free")).to_be_visible()
    page.get_by_role("button", name="Remove").hover()
    with page.expect_event("console", lambda message: message.text == "Remove 2"):
        page.evaluate(TELLS_OF_CLICKS)
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
    expect(page.get_by_role("heading", name="1 seat is free")).to_be_visible()
    page.get_by_role("button", name="Add a bot").dblclick()
    expect(page.get_by_role("heading", name="Everyone is here")).to_be_visible()
    for seats in ("1 seat is free", "2 seats are free"):
        page.get_by_role("button", name="Remove").first.click()
        expect(page.get_by_role("heading", name=seats)).to_be_visible()
    page.get_by_role("link", name="Change the rules").click()
    page.locator("label:has([name=clock][value=fast])").click()
    page.get_by_role("button", name="Change the rules").click()
    expect(page.locator("#facts")).to_contain_text("Ten seconds for each move")


def sits_down_by_a_double_click(friend: Page) -> None:
    """The button is outside its form, which first makes an account."""
    posted: list[Route] = []
    friend.route("**/sit/", lambda route: posted.append(route))
    friend.get_by_label("Your name at the table").fill("Fred")
    with friend.expect_request("**/sit/"):
        friend.locator("#sit button").first.click(no_wait_after=True)
    friend.mouse.down(click_count=2)
    friend.mouse.up(click_count=2)
    for post in posted:
        post.continue_()
    expect(friend.locator(".at-bottom > .chair")).to_contain_text("You")
    assert len(posted) == 1


def test_form_of_a_new_table_follows_the_rules_chosen(page: Page) -> None:
    page.goto("/tables/new/")
    page.locator("[name=preset][value=flip2]").check()
    expect(page.locator("#summary")).to_contain_text("With friends, by a link: Flip 2.")
    expect(page.locator("[name=preset][value=flip2]")).to_be_focused()
    page.get_by_text("More options").click()
    expect(page.locator("[name=peek][value=flip2]")).to_be_checked()
    page.locator("label:has([name=clock][value=fast])").click()
    expect(page.locator("#summary")).to_contain_text("Changed: Clock: Fast")
    page.get_by_label("Your name at the table").fill("Newcomer")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#facts")).to_contain_text("Ten seconds for each move")
    expect(page.locator("#facts")).to_contain_text("Flip 2")
