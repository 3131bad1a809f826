"""Two people at one table, in a browser each: they gather, chat, leave and come back, end the game and play again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.visitors import Visitor

LAPTOP = {"width": 1300, "height": 800}  # so wide that the chat is open
NewVisitor = Callable[..., Page]


def browser_of(visitor: Visitor, new_visitor: NewVisitor) -> Page:
    """Return a page of a browser with the cookies of this visitor."""
    page = new_visitor(viewport=LAPTOP)
    cookies = [{"name": name, "value": value, "url": visitor.site} for name, value in visitor.cookies.items()]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]  # a TypedDict
    return page


@pytest.fixture
def pair(live_site: str, new_visitor: NewVisitor) -> tuple[Page, Page]:
    """The host of a table named Friday, and a friend who has sat down at it."""
    host, friend = Visitor(live_site), Visitor(live_site)
    for visitor, name in ((host, "Ana"), (friend, "Ben")):
        visitor.come_in(name)
    table = host.open_table(name="Friday", chat="on")
    friend.fill_in(table, f"{table}sit/", player="1")
    pages = browser_of(host, new_visitor), browser_of(friend, new_visitor)
    for page in pages:
        page.goto(table)
    return pages


def words(page: Page) -> Locator:
    return page.locator("#chat .words")


def say(page: Page, message: str) -> None:
    page.locator("#chat-text").fill(message)
    page.locator("#chat-text").press("Enter")


def test_two_people_play_together_and_all_their_pages_follow(pair: tuple[Page, Page]) -> None:
    ana, ben = pair
    in_play, at_home = (ben.context.new_page() for _ in range(2))
    in_play.goto("/")
    at_home.goto("/")
    rooms = [page.locator(".room", has_text="Friday") for page in (in_play, at_home)]
    for room in rooms:
        expect(room).to_contain_text("waits for players")
    they_chat(ana, ben)
    ben.locator("#chat-text").fill("One mo")
    ana.get_by_role("button", name="Start with 1 bot").click()
    expect(ben.locator("#ready button")).to_be_visible()
    expect(ben.locator("#chat-text")).to_have_value("One mo")
    for page in (ana, ben):
        page.get_by_role("button", name="Deal now").click()
    for room in rooms:
        expect(room).to_contain_text("deal 1, to 500")
    ben_leaves_and_comes_back(ana, ben)
    they_end_the_game(ana, ben)
    for room in rooms:
        expect(room).to_have_count(0)
    they_play_again(ana, ben)


def they_chat(ana: Page, ben: Page) -> None:
    ben.locator("#chat-text").fill("Half a sen")
    say(ana, "Hello <b>Ben</b>, see https://example.com")
    expect(words(ben)).to_have_text(["Hello <b>Ben</b>, see https://example.com"])
    expect(ben.locator("#chat-text")).to_have_value("Half a sen")
    expect(ben.locator("#chat-text")).to_be_focused()
    expect(ana.locator("#chat-text")).to_have_value("")
    expect(ana.locator("#chat .message.mine")).to_have_count(1)
    ben.locator("#chat-text").press("Enter")
    expect(words(ana)).to_have_count(2)
    ana.locator(".flag summary").click()
    ana.get_by_role("button", name="Report").click()
    expect(ana.locator("#chat-notice")).to_contain_text("Thank you")
    ana.locator("#chat-people > summary").click()
    ana.get_by_role("button", name="Mute").click()
    expect(words(ana)).to_have_count(1)
    ana.get_by_role("button", name="Unmute").click()
    expect(words(ana).last).to_have_text("Half a sen")


def ben_leaves_and_comes_back(ana: Page, ben: Page) -> None:
    open_menu(ben)
    ben.get_by_text("Leave this game").click()
    ben.get_by_role("button", name="Let a bot play on").click()
    expect(ben.get_by_text("plays for you.")).to_be_visible()
    expect(ana.locator("#plate-1")).to_contain_text("sits in")
    ben.get_by_role("button", name="Take your seat back").click()
    expect(ana.locator("#plate-1")).not_to_contain_text("sits in")
    expect(ben.get_by_text("plays for you.")).to_have_count(0)


def open_menu(page: Page) -> None:
    page.locator("#menu > summary").click()


def they_end_the_game(ana: Page, ben: Page) -> None:
    open_menu(ana)
    ana.get_by_role("button", name="Propose to end the game").click()
    expect(ana.get_by_text("You propose to end the game.")).to_be_visible()
    ben.get_by_role("button", name="Agree").click()
    for page in (ana, ben):
        expect(page.get_by_role("heading", name="This table is closed")).to_be_visible()


def they_play_again(ana: Page, ben: Page) -> None:
    old = ana.url
    ana.get_by_role("button", name="Rematch").click()
    ana.wait_for_url(lambda address: address != old)
    ben.get_by_role("link", name="Go to rematch").click()
    ben.wait_for_url(ana.url)
    ana.get_by_role("button", name="Start the game").click()
    for page in (ana, ben):
        expect(page.locator(".draw")).to_contain_text("Rematch")
