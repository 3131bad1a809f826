"""Chat between two browsers at one table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

NewVisitor = Callable[..., Page]


@pytest.fixture
def ana(new_visitor: NewVisitor) -> Page:
    """The host of an open table, who reads English."""
    page = new_visitor(viewport={"width": 1300, "height": 800})
    page.set_default_timeout(10_000)
    page.goto("/")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Play with two bots").click()
    page.wait_for_url("**/tables/*/")
    open_table(page)
    return page


@pytest.fixture
def ben(ana: Page, new_visitor: NewVisitor) -> Page:
    """Another player at the table, who reads Spanish."""
    page = new_visitor(locale="es-ES", viewport={"width": 1300, "height": 800})
    page.set_default_timeout(10_000)
    page.goto(ana.url)
    page.locator("#sit-name").fill("Ben")
    page.locator("#sit button").first.click()
    expect(page.locator("#invite-name")).to_be_visible()
    expect(page.locator("#chat-text")).to_be_visible()  # a script opens the chat on a wide screen
    return page


def open_table(page: Page, *, chat: bool = True) -> None:
    page.goto("/tables/new/")
    page.locator(".further > summary").click()
    page.locator("main form [name=chat]").set_checked(chat)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#gather")).to_be_visible()


def say(page: Page, words: str) -> None:
    page.locator("#chat-text").fill(words)
    page.locator("#chat-text").press("Enter")


def test_message_arrives_at_once_and_drafts_are_kept(ana: Page, ben: Page) -> None:
    ben.locator("#chat-text").fill("Half a sen")
    say(ana, "Hello <b>Ben</b>, see https://example.com")
    expect(ben.locator("#chat .words")).to_have_text(["Hello <b>Ben</b>, see https://example.com"])
    expect(ben.locator("#chat-log a")).to_have_count(0)
    expect(ben.locator("#chat-text")).to_have_value("Half a sen")
    expect(ben.locator("#chat-text")).to_be_focused()
    expect(ana.locator("#chat-text")).to_have_value("")
    expect(ana.locator("#chat-text")).to_be_focused()
    expect(ana.locator("#chat .message.mine")).to_have_count(1)


def test_draft_is_kept_when_the_table_changes(ana: Page, ben: Page) -> None:
    say(ana, "Shall we?")
    ben.locator("#chat-text").fill("One mo")
    ana.get_by_role("button", name="Start").click()
    expect(ben.locator("#ready")).to_be_visible()
    expect(ben.locator("#chat-text")).to_have_value("One mo")
    expect(ben.locator("#chat-text")).to_be_focused()
    ben.locator("#chat-text").press("Enter")
    expect(ana.locator("#chat .words")).to_have_text(["Shall we?", "One mo"])


def test_phrase_is_shown_in_the_reader_s_language(ana: Page, ben: Page) -> None:
    ana.get_by_role("button", name="Good luck!").click()
    expect(ben.locator("#chat .words")).to_have_text(["¡Suerte!"])
    expect(ana.locator("#chat .words")).to_have_text(["Good luck!"])


def test_mute_hides_messages_and_unmute_shows_them(ana: Page, ben: Page) -> None:
    say(ben, "Blah")
    expect(ana.locator("#chat .words")).to_have_text(["Blah"])
    ana.locator("#chat-people > summary").click()
    ana.get_by_role("button", name="Mute Ben").click()
    expect(ana.locator("#chat .words")).to_have_count(0)
    say(ben, "Blah blah")
    expect(ben.locator("#chat .words")).to_have_count(2)
    say(ana, "Peace")
    expect(ana.locator("#chat .words")).to_have_text(["Peace"])
    ana.get_by_role("button", name="Unmute Ben").click()
    expect(ana.locator("#chat .words")).to_have_text(["Blah", "Blah blah", "Peace"])


def test_rate_limited_message_returns_to_the_field(ana: Page, ben: Page) -> None:
    for number in range(9):
        say(ana, f"{number}")
        if number < 8:
            expect(ana.locator("#chat .words")).to_have_count(number + 1)
    expect(ana.locator("#chat-notice")).to_be_visible()
    expect(ana.locator("#chat-text")).to_have_value("8")
    say(ben, "Slowly")
    expect(ana.locator("#chat .words").last).to_have_text("Slowly")
    expect(ana.locator("#chat-notice")).to_be_visible()
    ana.locator("#chat-people > summary").click()
    ana.get_by_role("button", name="Mute Ben").click()
    expect(ana.locator("#chat-notice")).to_be_empty()
    expect(ben.locator("#chat .words")).to_have_text([*map(str, range(8)), "Slowly"])


def test_late_response_does_not_hide_newer_messages(ana: Page, ben: Page) -> None:
    late: list[tuple[Route, APIResponse]] = []
    ana.route("**/send/", lambda route: late.append((route, route.fetch())))
    with ana.expect_request("**/send/"):
        say(ana, "One")
    expect(ben.locator("#chat .words")).to_have_text(["One"])
    say(ben, "Two")
    expect(ana.locator("#chat .words")).to_have_text(["One", "Two"])
    with ana.expect_response("**/send/"):
        for route, answer in late:
            route.fulfill(response=answer)
    expect(ana.locator(".htmx-request")).to_have_count(0)
    expect(ana.locator("#chat .words")).to_have_text(["One", "Two"])


def test_messages_wait_for_each_other_on_a_slow_connection(ana: Page, ben: Page) -> None:
    late: list[Route] = []
    ana.route("**/send/", lambda route: late.append(route))
    with ana.expect_request("**/send/"):
        say(ana, "One")
    say(ana, "Two")
    expect(ana.locator("#chat-text")).to_have_value("")
    ana.locator("#chat-text").fill("Half a")
    with ana.expect_request("**/send/"):
        late[0].continue_()
    expect(ana.locator("#chat-text")).to_have_value("Half a")
    late[1].fulfill(status=503)
    expect(ana.locator("#chat-text")).to_have_value("Two Half a")
    expect(ben.locator("#chat .words")).to_have_text(["One"])


def test_refused_messages_return_to_the_field_in_order(ana: Page) -> None:
    late: list[Route] = []
    ana.route("**/send/", lambda route: route.fulfill(status=503) if late else late.append(route))
    with ana.expect_request("**/send/"):
        say(ana, "One")
    say(ana, "Two")
    ana.locator("#chat-text").fill("Half a")
    late[0].fulfill(status=503)
    expect(ana.locator("#chat-text")).to_have_value("One Two Half a")


def test_deleting_an_account_removes_its_messages_from_open_pages(ana: Page, ben: Page) -> None:
    say(ana, "Hello")
    expect(ben.locator("#chat .words")).to_have_text(["Hello"])
    say(ben, "Farewell")
    expect(ana.locator("#chat .words")).to_have_text(["Hello", "Farewell"])
    ben.goto("/you/remove/")
    ben.locator("[name=proof]").fill(ben.locator(".who-am-i").inner_text())
    ben.locator("main form button.danger").click()
    expect(ana.locator("#chat .words")).to_have_text(["Hello"])


def test_message_can_be_reported(ana: Page, ben: Page) -> None:
    say(ben, "Rude")
    ana.locator(".flag summary").click()
    ana.get_by_role("button", name="Report").click()
    expect(ana.locator("#chat-notice")).to_contain_text("Thank you")


def test_closed_panel_counts_unread_messages(ana: Page, ben: Page) -> None:
    ben.locator("#chat > summary").click()
    for words in ("One", "Two"):
        say(ana, words)
    expect(ben.locator("#chat-unread b")).to_have_text("2")
    ben.locator("#chat > summary").click()
    expect(ben.locator("#chat-unread")).to_be_hidden()


def test_chat_is_hidden_where_it_is_off(ana: Page) -> None:
    open_table(ana, chat=False)
    expect(ana.locator("#chat")).to_be_hidden()


def test_message_can_be_sent_without_javascript(ana: Page, new_visitor: NewVisitor) -> None:
    plain = new_visitor(java_script_enabled=False)
    plain.goto(ana.url)
    plain.locator("#sit-name").fill("Carl")
    plain.locator("#sit button").first.click()
    plain.locator("#chat > summary").click()
    plain.locator("#chat-text").fill("Hello from the past")
    plain.locator("#chat-form button").click()
    expect(plain.locator("#chat .words")).to_have_text(["Hello from the past"])
    expect(ana.locator("#chat .words")).to_have_text(["Hello from the past"])
