"""The chat beside the table: drafts stay, late and refused answers lose nothing, and unread messages are counted."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from games.chat.markup import draw_answer, draw_messages
from games.chat.queries import Chat, ChatMessage
from tests.pages.pages import CHAT
from tests.pages.scenes import playing, snapshot, to_play, with_declarer
from tests.scripts.conftest import LAPTOP, PHONE, Screen, Screens

TABLE = snapshot(playing(with_declarer(2), 3, 1), version=1)
ON_TURN = snapshot(to_play(with_declarer(2), 0, False), version=2)
LATER = snapshot(playing(with_declarer(2), 3, 2), version=2)
UPRIGHT_TABLET = (768, 1024)
SEND = "/tables/KQJT98/chat/send/"
OUT_OF_SIGHT = """() => new Promise(resolve => new IntersectionObserver(([{isIntersecting}], observer) => {
    observer.disconnect();
    resolve(!isIntersecting);
}, {threshold: .5}).observe(document.getElementById("chat-messages")))"""
"""A browser says so a moment after the fact, to the page's own observer first."""
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
    """A phone, the chat closed."""
    screen = screens(PHONE)
    screen.open(TABLE, chat=CHAT)
    screen.connect()
    expect(screen.page.locator("#chat-text")).to_be_hidden()
    return screen


@pytest.fixture
def tablet(screens: Screens) -> Screen:
    """An upright tablet, the chat unfolded below the table."""
    screen = screens(UPRIGHT_TABLET)
    page = screen.open(TABLE, chat=CHAT)
    screen.connect()
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


def test_unread_messages_are_counted_while_the_chat_is_off_the_screen(tablet: Screen) -> None:
    page = tablet.page
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function(OUT_OF_SIGHT)
    receive(tablet, chat_with("Well bid!"))
    expect(page.locator("#chat-unread b")).to_have_text("1")
    page.locator("#chat").scroll_into_view_if_needed()
    expect(page.locator("#chat-unread")).to_be_hidden()


def test_unread_badge_opens_the_chat_over_the_lower_half_of_a_phone(phone: Screen) -> None:
    page = phone.page
    number, summary = page.locator("#chat-unread b"), page.locator("#chat > summary")
    receive(phone, chat_with("Well bid!"))
    expect(number).to_have_text("1")
    expect(page.locator("#chat-unread")).to_be_in_viewport(ratio=1)
    summary.click()
    for part in ("#chat", "#chat-text", "#hand", "#trick"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    expect(page.locator("#message-4")).to_be_in_viewport(ratio=1)
    expect(page.locator("#chat-unread")).to_be_hidden()
    receive(phone, chat_with("Well bid!", "Well played!"))
    expect(page.locator("#message-5")).to_be_in_viewport(ratio=1)
    expect(page.locator("#chat-unread")).to_be_hidden()
    summary.click()
    expect(page.locator("#chat-text")).to_be_hidden()
    receive(phone, chat_with("Well bid!", "Well played!", "Once more?"))
    expect(number).to_have_text("1")


def test_table_in_play_needs_no_scrolling_while_the_chat_of_a_phone_is_closed(screens: Screens) -> None:
    screen = screens((360, 740))
    page = screen.open(TABLE, chat=CHAT)
    screen.connect()
    assert page.evaluate("document.documentElement.scrollHeight") == 740
    receive(screen, chat_with("Well bid!"))
    expect(page.locator("#chat-unread")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight") == 740


def test_cards_are_played_beside_the_open_chat_of_a_phone(phone: Screen) -> None:
    page = phone.page
    open_by_menu(page)
    phone.push(ON_TURN)
    expect(page.locator("#state")).to_have_attribute("data-version", "2")
    page.locator("#hand button.card:not([aria-disabled])").first.click()
    assert len(phone.moves) == 1
    expect(page.locator("#chat-text")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, UPRIGHT_TABLET], ids=str)
def test_menu_opens_the_chat_and_closes_itself(screens: Screens, size: tuple[int, int]) -> None:
    page = screens(size).open(TABLE, chat=CHAT)
    open_by_menu(page)
    expect(page.locator("#menu")).not_to_have_attribute("open", "")
    expect(page.locator("#chat-text")).to_be_in_viewport()
    expect(page.locator("#chat > summary")).to_be_focused()
    assert (page.evaluate("scrollY") == 0) == (size == PHONE)


def test_escape_and_a_swipe_down_close_the_chat_of_a_phone(phone: Screen) -> None:
    page = phone.page
    open_by_menu(page)
    page.locator("#chat-text").fill("Half a sen")
    page.keyboard.press("Escape")
    expect(page.locator("#chat-text")).to_be_hidden()
    expect(page.locator("#menu > summary")).to_be_focused()
    open_by_menu(page)
    expect(page.locator("#chat-text")).to_have_value("Half a sen")
    title = page.locator("#chat > summary")
    title.dispatch_event("pointerdown", {"clientY": 450})
    title.dispatch_event("pointermove", {"clientY": 520})
    expect(page.locator("#chat-text")).to_be_hidden()


def open_by_menu(page: Page) -> None:
    page.locator("#menu > summary").click()
    page.locator(".to-chat").click()


def test_field_stays_above_the_keyboard_of_a_phone(phone: Screen) -> None:
    page, field = phone.page, phone.page.locator("#chat-text")
    open_by_menu(page)
    try:
        page.set_viewport_size({"width": PHONE[0], "height": 330})
        page.wait_for_function("innerHeight === 330")
        field.focus()
        receive(phone, chat_with(*["Thank you, partner. That was more than I had hoped for."] * 5))
        expect(page.locator("#chat .words")).to_have_count(8)
        expect(field).to_be_in_viewport(ratio=0.95)  # a fraction of a pixel may stick out
        expect(page.locator("#message-8")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0
    finally:
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.wait_for_function("height => innerHeight === height", arg=PHONE[1])


def test_page_does_not_scroll_to_a_chat_below_the_table(tablet: Screen) -> None:
    page, field = tablet.page, tablet.page.locator("#chat-text")
    field.focus()
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function(OUT_OF_SIGHT)
    tablet.push(LATER)
    receive(tablet, chat_with("Well played!"))
    expect(page.locator("#chat-unread b")).to_have_text("1")
    assert page.evaluate("scrollY") == 0


def test_menu_leads_to_the_chat_only_where_there_is_one(screens: Screens) -> None:
    for chat in (CHAT, None):
        page = screens(PHONE).open(TABLE, chat=chat)
        page.locator("#menu > summary").click()
        expect(page.locator(".to-chat")).to_be_visible(visible=chat is not None)


def test_message_that_came_while_the_page_was_loaded_again_is_unread(screens: Screens) -> None:
    screen = screens(PHONE)
    page = screen.open(TABLE, chat=CHAT)
    expect(page.locator("#chat-unread")).to_be_hidden()
    screen.load_again(TABLE, chat=chat_with("Are you there?"))
    expect(page.locator("#chat-unread b")).to_have_text("1")
