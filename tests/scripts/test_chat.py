"""The chat beside the table: drafts stay, late and refused answers lose nothing, and unread messages are counted."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from games.chat.markup import draw_answer, draw_messages
from games.chat.queries import Chat, ChatMessage
from tests.pages.pages import CHAT
from tests.pages.scenes import playing, snapshot, with_declarer
from tests.scripts.conftest import LAPTOP, PHONE, Screen, Screens

TABLE = snapshot(playing(with_declarer(2), 3, 1), version=1)
LATER = snapshot(playing(with_declarer(2), 3, 2), version=2)
SEND = "/tables/KQJT98/chat/send/"
OUT_OF_SIGHT = """() => new Promise(resolve => new IntersectionObserver(([{isIntersecting}], observer) => {
    observer.disconnect();
    resolve(!isIntersecting);
}, {threshold: .5}).observe(document.getElementById("chat-messages")))"""
"""A browser says so a moment after the fact, to the page's own observer first."""
SHOWN_AT_THE_END = """() => {
    document.activeElement.scrollIntoView({block: "end"});
    return document.activeElement.getBoundingClientRect().bottom < innerHeight + 1;
}"""
"""Scroll until the page has taken in its new height; browsers scroll by whole pixels."""
HEIGHT_ABOVE = """() => {
    const top = id => document.getElementById(id).getBoundingClientRect().top;
    return top("chat-messages") - top("chat");
}"""
BEFORE = [message.words for message in CHAT.messages]


def chat_with(*words: str, own: bool = False) -> Chat:
    """The chat after these new messages, by somebody else unless they are the reader's own."""
    author = "Alex" if own else "Ana"
    new = tuple(ChatMessage(4 + place, author, text, is_own=own) for place, text in enumerate(words))
    return replace(CHAT, messages=(*CHAT.messages, *new), newest=3 + len(new))


def receive(screen: Screen, chat: Chat) -> None:
    """Show these messages as a live update does."""
    screen.receive(f'<hx-partial id="chat-messages">{draw_messages(chat)}</hx-partial>')


def say(page: Page, words: str) -> None:
    page.locator("#chat-text").fill(words)
    page.locator("#chat-text").press("Enter")


@pytest.fixture
def wide(screens: Screens) -> Screen:
    """A wide screen, on which a script opens the chat."""
    screen = screens(LAPTOP)
    screen.open(TABLE, chat=CHAT)
    screen.connect()
    return screen


@pytest.fixture
def phone(screens: Screens) -> Screen:
    """A phone, the chat unfolded below the table."""
    screen = screens(PHONE)
    page = screen.open(TABLE, chat=CHAT)
    screen.connect()
    expect(page.locator("#chat-text")).to_be_hidden()
    page.locator("#chat > summary").click()
    expect(page.locator("#chat-text")).to_be_visible()
    return screen


def test_draft_is_kept_when_messages_arrive_and_the_table_changes(wide: Screen) -> None:
    page = wide.page
    draft, words = page.locator("#chat-text"), page.locator("#chat .words")
    draft.fill("Half a sen")
    receive(wide, chat_with("Hello <b>Alex</b>, see https://example.com"))
    expect(words).to_have_text([*BEFORE, "Hello <b>Alex</b>, see https://example.com"])
    expect(page.locator("#chat-log a")).to_have_count(0)
    wide.push(LATER)
    expect(page.locator("#state")).to_have_attribute("data-version", "2")
    expect(draft).to_have_value("Half a sen")
    expect(draft).to_be_focused()
    expect(words).to_have_count(4)
    draft.press("Enter")
    expect(draft).to_have_value("")
    assert [(path, fields["text"]) for path, fields in wide.posts] == [(SEND, ["Half a sen"])]


def test_late_answer_does_not_hide_newer_messages_but_the_socket_may_take_some_away(wide: Screen) -> None:
    words = wide.page.locator("#chat .words")
    say(wide.page, "One")
    receive(wide, chat_with("One", "Two"))
    expect(words).to_have_count(5)
    wide.answer(0, draw_answer(chat_with("One", own=True), "", is_refusal=False))
    expect(words).to_have_text([*BEFORE, "One", "Two"])
    receive(wide, chat_with())
    expect(words).to_have_count(3)


def test_messages_wait_for_each_other_and_refused_ones_return_to_the_field_in_order(wide: Screen) -> None:
    page = wide.page
    field, notice = page.locator("#chat-text"), page.locator("#chat-notice")
    for words in ("One", "Two", "Three"):
        say(page, words)
    expect(field).to_have_value("")
    field.fill("Half a")
    assert len(wide.posts) == 1
    wide.answer(0, draw_answer(chat_with("One", own=True), "", is_refusal=False))
    expect(field).to_have_value("Half a")
    assert len(wide.posts) == 2
    wide.answer(1, "", status=503)
    expect(field).to_have_value("Two Half a")
    wide.answer(2, draw_answer(chat_with("One", own=True), "Wait a few seconds.", is_refusal=True), status=429)
    expect(field).to_have_value("Two Three Half a")
    receive(wide, chat_with("One", "Slowly"))
    expect(notice).to_have_text("Wait a few seconds.")  # a notice stays until the reader does something else
    page.locator("#chat-people > summary").click()
    page.get_by_role("button", name="Mute Ana").click()
    wide.answer(3, draw_answer(chat_with("One", "Slowly"), "", is_refusal=False))
    expect(notice).to_be_empty()


def test_mute_can_be_undone_before_its_answer_has_come(wide: Screen) -> None:
    """The socket may bring the new messages, and the button to undo it, before the answer to the post."""
    page = wide.page
    page.locator("#chat-people > summary").click()
    page.get_by_role("button", name="Mute Ana").click()
    receive(wide, replace(CHAT, messages=CHAT.messages[1:2], people=(replace(CHAT.people[0], muted=True),)))
    page.get_by_role("button", name="Unmute Ana").click()
    wide.answer(0, draw_answer(CHAT, "", is_refusal=False))
    assert [fields["operation"] for _, fields in wide.posts] == [["mute"], ["unmute"]]


def test_unread_messages_are_counted_while_the_chat_is_closed_or_off_the_screen(phone: Screen) -> None:
    page = phone.page
    summary, unread = page.locator("#chat > summary"), page.locator("#chat-unread")
    messages, number = page.locator("#chat-messages"), page.locator("#chat-unread b")
    page.evaluate("scrollTo(0, 0)")
    before = page.evaluate(HEIGHT_ABOVE)
    page.wait_for_function(OUT_OF_SIGHT)
    receive(phone, chat_with("Well bid!"))
    expect(number).to_have_text("1")
    assert page.evaluate(HEIGHT_ABOVE) == before, "the badge comes and goes without moving the field below"
    expect(unread).to_be_in_viewport(ratio=1)
    summary.click()
    expect(messages).to_be_in_viewport()
    expect(unread).to_be_hidden()
    expect(page.locator("#chat")).to_have_attribute("open", "")
    summary.click()
    page.wait_for_function(OUT_OF_SIGHT)
    receive(phone, chat_with("Well bid!", "Well played!", "Once more?"))
    expect(number).to_have_text("2")
    summary.click()
    expect(unread).to_be_hidden()


def test_field_stays_above_the_keyboard_and_the_page_does_not_scroll_to_the_chat(phone: Screen) -> None:
    page, field = phone.page, phone.page.locator("#chat-text")
    field.focus()
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function(OUT_OF_SIGHT)
    phone.push(LATER)
    receive(phone, chat_with("Well played!"))
    expect(page.locator("#chat-unread b")).to_have_text("1")
    assert page.evaluate("scrollY") == 0
    try:
        page.set_viewport_size({"width": PHONE[0], "height": 330})
        page.wait_for_function("innerHeight === 330")
        field.focus()
        page.wait_for_function(SHOWN_AT_THE_END)
        receive(phone, chat_with(*["Thank you, partner. That was more than I had hoped for."] * 5))
        expect(page.locator("#chat .words")).to_have_count(8)
        expect(field).to_be_in_viewport(ratio=0.95)  # a fraction of a pixel may stick out
    finally:
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.wait_for_function("height => innerHeight === height", arg=PHONE[1])


def test_menu_leads_to_the_chat_only_where_there_is_one(screens: Screens) -> None:
    for chat in (CHAT, None):
        page = screens(PHONE).open(TABLE, chat=chat)
        page.locator("#menu > summary").click()
        expect(page.locator(".to-chat")).to_be_visible(visible=chat is not None)
