"""Players meet at a table through the lobby or its link, and every browser shows who sits where."""

import itertools
import re
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.test_game import sign_up

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
    page.locator(".further > summary").click()
    page.get_by_label("Name of the table").fill(name)
    if public:
        page.get_by_text("Anyone").click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/tables/(?!new)"))
    return page.url


def test_visitor_sits_down_by_the_link_and_the_host_starts(page: Page, new_visitor: Callable[..., Page]) -> None:
    host(page)
    address = open_table(page, "Friday")
    expect(page.locator("#link")).to_have_text(address)
    friend = new_visitor()
    friend.goto(address)
    friend.get_by_label("Your name at the table").fill("Fred")
    friend.locator("#sit button").first.click()
    expect(friend.get_by_role("heading", name="You")).to_be_visible()
    expect(page.get_by_role("heading", name="Fred")).to_be_visible()
    page.get_by_role("button", name="Start with 1 bot").click()
    for browser in (page, friend):
        expect(browser.get_by_role("heading", name="High card deals")).to_be_visible()


def test_host_adds_and_removes_a_bot_changes_rules_and_leaves(page: Page) -> None:
    host(page)
    open_table(page, "Friday")
    page.get_by_role("button", name="Add a bot").first.click()
    expect(page.get_by_role("heading", name="1 seat is free")).to_be_visible()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("heading", name="2 seats are free")).to_be_visible()
    page.get_by_role("link", name="Change the rules").click()
    page.locator("label:has([name=clock][value=fast])").click()
    page.get_by_role("button", name="Change the rules").click()
    expect(page.locator("#facts")).to_contain_text("Ten seconds for each move")
    page.get_by_role("button", name="Leave the table").click()
    expect(page.get_by_text("Everybody left before the game began.")).to_be_visible()


def test_double_click_counts_once(page: Page) -> None:
    """The second click would hit what the first put in the button's place: here the button that removes the bot."""
    host(page)
    open_table(page, "Friday")
    page.get_by_role("button", name="Add a bot").first.click()
    expect(page.get_by_role("heading", name="1 seat is free")).to_be_visible()
    page.get_by_role("button", name="Remove").hover()
    with page.expect_event("console", lambda message: message.text == "Remove 2"):
        page.evaluate(
            """() => addEventListener("click", event => console.log(event.target.innerText, event.detail), true)"""
        )
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
    page.get_by_role("button", name="Add a bot").dblclick()
    expect(page.get_by_role("heading", name="Everyone is here")).to_be_visible()
    page.get_by_role("button", name="Start the game").dblclick()
    expect(page.get_by_role("heading", name="High card deals")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_double_click_sits_down_once(page: Page, new_visitor: Callable[..., Page]) -> None:
    """The button lies outside its form, which first makes an account."""
    host(page)
    friend = new_visitor()
    friend.goto(open_table(page, "Friday"))
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
    expect(page.locator(".chair", has_text="Fred")).to_have_count(1)


def test_new_public_table_appears_in_the_open_lobby(page: Page, new_visitor: Callable[..., Page]) -> None:
    watcher = new_visitor()
    watcher.goto("/lobby/")
    expect(watcher.get_by_text("No public table is waiting for players")).to_be_visible()
    host(page)
    open_table(page, "Come in", public=True)
    expect(watcher.get_by_role("heading", name="Come in")).to_be_visible()
    page.get_by_role("button", name="Start with 2 bots").click()
    expect(watcher.get_by_role("heading", name="Come in")).to_have_count(0)


def test_form_of_a_new_table_follows_the_rules_chosen(page: Page) -> None:
    page.goto("/tables/new/")
    page.locator("[name=preset][value=flip2]").check()
    expect(page.locator("#summary")).to_contain_text("With friends, by a link: Flip 2.")
    expect(page.locator("[name=preset][value=flip2]")).to_be_focused()
    page.locator(".further > summary").click()
    expect(page.locator("[name=peek][value=flip2]")).to_be_checked()
    page.locator("label:has([name=clock][value=fast])").click()
    expect(page.locator("#summary")).to_contain_text("Changed: Clock: Fast")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#facts")).to_contain_text("Ten seconds for each move")
    expect(page.locator("#facts")).to_contain_text("Flip 2")


def test_invitation_by_name_is_shown_in_the_lobby(page: Page, new_visitor: Callable[..., Page]) -> None:
    friend = new_visitor()
    sign_up(friend, "Frieda")
    name = host(page)
    open_table(page, "Friday")
    page.get_by_label("Or invite a player by name").fill("frieda")
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("alert")).to_contain_text("is invited")
    friend.goto("/lobby/")
    expect(friend.get_by_text(f"{name} invites you to Friday")).to_be_visible()
    friend.get_by_role("link", name="To the table: Friday").click()
    friend.locator("#sit button").first.click()
    expect(friend.get_by_role("heading", name="You")).to_be_visible()
    expect(friend.locator(".at-bottom > .chair")).to_contain_text("You")


def test_sitting_down_and_leaving_work_without_javascript(page: Page, new_visitor: Callable[..., Page]) -> None:
    host(page)
    address = open_table(page, "Friday")
    friend = new_visitor(java_script_enabled=False)
    friend.goto(address)
    friend.get_by_label("Your name at the table").fill("Fred")
    friend.locator("#sit button").first.click()
    expect(friend.get_by_role("heading", name="You")).to_be_visible()
    friend.get_by_role("button", name="Leave the table").click()
    expect(friend.locator("#sit button").first).to_be_visible()
