"""Talk between two browsers at one table: live, in each reader's language, and nothing half-written is lost."""

from __future__ import annotations

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
    """Her guest, who reads Spanish and came by the table's address."""
    page = new_visitor(locale="es-ES", viewport={"width": 1300, "height": 800})
    page.set_default_timeout(10_000)
    page.goto(ana.url)
    page.locator("#sit-name").fill("Ben")
    page.locator("[form=sit]").first.click()
    expect(page.locator("#invite-name")).to_be_visible()
    expect(page.locator("#talk-text")).to_be_visible()  # a script unfolds the talk, where there is room
    return page


def open_table(page: Page, *, chat: bool = True) -> None:
    page.goto("/tables/new/")
    page.locator("main form [name=chat]").set_checked(chat)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#gather")).to_be_visible()


def say(page: Page, words: str) -> None:
    page.locator("#talk-text").fill(words)
    page.locator("#talk-text").press("Enter")


def said(page: Page) -> list[str]:
    return page.locator("#talk .words").all_inner_texts()


def test_a_message_arrives_at_once_and_the_next_one_can_be_written(ana: Page, ben: Page) -> None:
    ben.locator("#talk-text").fill("Half a sen")
    say(ana, "Hello <b>Ben</b>, see https://example.com")
    expect(ben.locator("#talk .words")).to_have_text(["Hello <b>Ben</b>, see https://example.com"])
    expect(ben.locator("#talk-log a")).to_have_count(0)
    expect(ben.locator("#talk-text")).to_have_value("Half a sen")
    expect(ben.locator("#talk-text")).to_be_focused()
    expect(ana.locator("#talk-text")).to_have_value("")
    expect(ana.locator("#talk-text")).to_be_focused()
    expect(ana.locator("#talk .said.mine")).to_have_count(1)


def test_what_is_being_written_outlives_a_change_of_the_table(ana: Page, ben: Page) -> None:
    say(ana, "Shall we?")
    ben.locator("#talk-text").fill("One mo")
    ana.get_by_role("button", name="Start").click()
    expect(ben.locator("#ready")).to_be_visible()
    expect(ben.locator("#talk-text")).to_have_value("One mo")
    expect(ben.locator("#talk-text")).to_be_focused()
    ben.locator("#talk-text").press("Enter")
    expect(ana.locator("#talk .words")).to_have_text(["Shall we?", "One mo"])


def test_a_phrase_is_read_in_the_reader_s_language(ana: Page, ben: Page) -> None:
    ana.get_by_role("button", name="Good luck!").click()
    expect(ben.locator("#talk .words")).to_have_text(["¡Suerte!"])
    expect(ana.locator("#talk .words")).to_have_text(["Good luck!"])


def test_a_mute_hides_and_can_be_undone(ana: Page, ben: Page) -> None:
    say(ben, "Blah")
    expect(ana.locator("#talk .words")).to_have_text(["Blah"])
    ana.locator("#talk-people > summary").click()
    ana.get_by_role("button", name="Mute Ben").click()
    expect(ana.locator("#talk .words")).to_have_count(0)
    say(ben, "Blah blah")
    expect(ben.locator("#talk .words")).to_have_count(2)
    say(ana, "Peace")
    expect(ana.locator("#talk .words")).to_have_text(["Peace"])
    ana.get_by_role("button", name="Hear Ben").click()
    expect(ana.locator("#talk .words")).to_have_text(["Blah", "Blah blah", "Peace"])


def test_too_much_at_once_gives_the_words_back(ana: Page, ben: Page) -> None:
    for number in range(9):
        say(ana, f"{number}")
        if number < 8:
            expect(ana.locator("#talk .words")).to_have_count(number + 1)
    expect(ana.locator("#talk-notice")).to_be_visible()
    expect(ana.locator("#talk-text")).to_have_value("8")
    say(ben, "Slowly")
    expect(ana.locator("#talk .words").last).to_have_text("Slowly")
    expect(ana.locator("#talk-notice")).to_be_visible()
    ana.locator("#talk-people > summary").click()
    ana.get_by_role("button", name="Mute Ben").click()
    expect(ana.locator("#talk-notice")).to_be_empty()
    expect(ben.locator("#talk .words")).to_have_text([*map(str, range(8)), "Slowly"])


def test_an_answer_that_comes_late_does_not_hide_what_was_said_since(ana: Page, ben: Page) -> None:
    late: list[tuple[Route, APIResponse]] = []
    ana.route("**/say/", lambda route: late.append((route, route.fetch())))
    with ana.expect_request("**/say/"):
        say(ana, "One")
    expect(ben.locator("#talk .words")).to_have_text(["One"])
    say(ben, "Two")
    expect(ana.locator("#talk .words")).to_have_text(["One", "Two"])
    with ana.expect_response("**/say/"):
        for route, answer in late:
            route.fulfill(response=answer)
    expect(ana.locator(".htmx-request")).to_have_count(0)
    expect(ana.locator("#talk .words")).to_have_text(["One", "Two"])


def test_over_a_slow_line_messages_wait_for_each_other(ana: Page, ben: Page) -> None:
    late: list[Route] = []
    ana.route("**/say/", lambda route: late.append(route))
    with ana.expect_request("**/say/"):
        say(ana, "One")
    say(ana, "Two")
    expect(ana.locator("#talk-text")).to_have_value("")
    ana.locator("#talk-text").fill("Half a")
    with ana.expect_request("**/say/"):
        late[0].continue_()
    expect(ana.locator("#talk-text")).to_have_value("Half a")
    late[1].fulfill(status=503)
    expect(ana.locator("#talk-text")).to_have_value("Two Half a")
    expect(ben.locator("#talk .words")).to_have_text(["One"])


def test_words_that_are_not_taken_are_given_back_in_their_order(ana: Page) -> None:
    late: list[Route] = []
    ana.route("**/say/", lambda route: route.fulfill(status=503) if late else late.append(route))
    with ana.expect_request("**/say/"):
        say(ana, "One")
    say(ana, "Two")
    ana.locator("#talk-text").fill("Half a")
    late[0].fulfill(status=503)
    expect(ana.locator("#talk-text")).to_have_value("One Two Half a")


def test_what_is_deleted_with_an_account_leaves_open_pages(ana: Page, ben: Page) -> None:
    say(ana, "Hello")
    expect(ben.locator("#talk .words")).to_have_text(["Hello"])
    say(ben, "Farewell")
    expect(ana.locator("#talk .words")).to_have_text(["Hello", "Farewell"])
    ben.goto("/you/remove/")
    ben.locator("[name=proof]").fill(ben.locator(".who-am-i").inner_text())
    ben.locator("main form button.danger").click()
    expect(ana.locator("#talk .words")).to_have_text(["Hello"])


def test_a_message_can_be_reported(ana: Page, ben: Page) -> None:
    say(ben, "Rude")
    ana.locator(".flag summary").click()
    ana.get_by_role("button", name="Report").click()
    expect(ana.locator("#talk-notice")).to_contain_text("Thank you")


def test_a_closed_panel_counts_what_is_new(ana: Page, ben: Page) -> None:
    ben.locator("#talk > summary").click()
    for words in ("One", "Two"):
        say(ana, words)
    expect(ben.locator("#talk-unread b")).to_have_text("2")
    ben.locator("#talk > summary").click()
    expect(ben.locator("#talk-unread")).to_be_hidden()


def test_chat_off_shows_nothing(ana: Page) -> None:
    open_table(ana, chat=False)
    expect(ana.locator("#talk")).to_be_hidden()


def test_without_javascript_a_message_is_a_form(ana: Page, new_visitor: NewVisitor) -> None:
    plain = new_visitor(java_script_enabled=False)
    plain.goto(ana.url)
    plain.locator("#sit-name").fill("Carl")
    plain.locator("[form=sit]").first.click()
    plain.locator("#talk > summary").click()
    plain.locator("#talk-text").fill("Hello from the past")
    plain.locator("#talk-form button").click()
    expect(plain.locator("#talk .words")).to_have_text(["Hello from the past"])
    expect(ana.locator("#talk .words")).to_have_text(["Hello from the past"])
