"""Touch screens: double taps, taps beside a button, and the on-screen keyboard."""

from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from games.chat.queries import ChatMessage
from games.components.chat import draw_messages
from tests.browser.conftest import TABLE_SOCKET, At, stop_the_clock
from tests.presenters.pages import CHAT, ORIGIN, push, show, table
from tests.presenters.scenes import dealt, playing, snapshot, with_declarer

SWAP_MESSAGES = """html => htmx.swap({
    sourceElement: document.getElementById("chat-messages"), target: "#chat-messages", swap: "innerMorph", text: html,
})"""


def middle_of(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_double_tap_plays_one_card(at: At) -> None:
    """The first tap is answered at once, and the hand has moved up."""
    sent: list[str | bytes] = []
    page = at(snapshot(playing(with_declarer(0), 0, 0), version=1))
    page.route_web_socket(TABLE_SOCKET, lambda socket: socket.on_message(lambda message: sent.append(message)))
    page.reload()
    page.wait_for_function("openSocket()")
    stop_the_clock(page)
    card = middle_of(page.locator("#hand button.card:not([aria-disabled])").first)
    page.mouse.click(*card)
    push(page, snapshot(playing(with_declarer(0), 0, 0), version=2))
    tap_again(page)
    page.clock.run_for(500)
    assert len(sent) == 1
    tap_again(page)
    expect(page.locator("button.sent")).to_have_count(1)


def tap_again(page: Page) -> None:
    """As soon after the last tap, and as near to it, that the browser calls it the second of two."""
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)


def test_chosen_number_stays_marked_under_the_pointer(at: At) -> None:
    """The pointer is still on it, and with a finger it seems to stay there."""
    page = at(snapshot(dealt(dealer=2)))
    label = page.locator(".numbers label").nth(4)
    label.click()
    chosen, other = label.locator("span"), page.locator(".numbers span").nth(7)
    assert background(chosen) != background(other)
    page.mouse.move(0, 0)
    shown = background(chosen)
    label.hover()
    assert background(chosen) == shown


def background(element: Locator) -> str:
    return str(element.evaluate("element => getComputedStyle(element).backgroundColor"))


@pytest.mark.parametrize("unfolded", ["#menu", "#last-trick"])
def test_tap_elsewhere_closes_open_panels(at: At, unfolded: str) -> None:
    page = at(snapshot(playing(with_declarer(2), 3, 1)), (600, 960))
    page.locator(f"{unfolded} > summary").click()
    expect(page.locator(unfolded)).to_have_attribute("open", "")
    page.mouse.click(*middle_of(page.locator("#plate-0")))
    expect(page.locator(unfolded)).not_to_have_attribute("open", "")


@pytest.fixture
def chat(at: At) -> Page:
    """A phone's table, the chat unfolded below it."""
    scene = snapshot(playing(with_declarer(2), 3, 1))
    page = at(scene)
    show(page, {"/": table(scene, chat=CHAT)})
    page.goto(ORIGIN)
    page.locator("#chat > summary").click()
    expect(page.locator("#chat-text")).to_be_visible()
    return page


def receive(page: Page, *words: str) -> None:
    """Show new messages by somebody else."""
    new = tuple(ChatMessage(4 + place, "Ana", text, None, is_own=False) for place, text in enumerate(words))
    chat = replace(CHAT, messages=(*CHAT.messages, *new), newest=3 + len(new))
    page.evaluate(SWAP_MESSAGES, draw_messages(chat))


def test_unread_badge_is_shown_while_the_chat_is_off_screen_and_scrolls_to_it(chat: Page) -> None:
    chat.evaluate("scrollTo(0, 0)")
    expect(chat.locator("#chat-messages")).not_to_be_in_viewport()
    receive(chat, "Well bid!")
    expect(chat.locator("#chat-unread b")).to_have_text("1")
    expect(chat.locator("#chat-unread")).to_be_in_viewport(ratio=1)
    chat.locator("#chat > summary").click()
    expect(chat.locator("#chat-messages")).to_be_in_viewport()
    expect(chat.locator("#chat-unread")).to_be_hidden()
    expect(chat.locator("#chat")).to_have_attribute("open", "")


def test_field_stays_above_the_keyboard_when_messages_arrive(chat: Page) -> None:
    chat.set_viewport_size({"width": 360, "height": 330})
    chat.wait_for_function("innerHeight === 330")
    field = chat.locator("#chat-text")
    field.focus()
    field.evaluate("field => field.scrollIntoView({block: 'end'})")
    receive(chat, *["Thank you, partner. That was more than I had hoped for."] * 5)
    expect(field).to_be_in_viewport(ratio=1)


def test_page_does_not_scroll_to_the_chat_when_a_message_arrives(chat: Page) -> None:
    """The field may well have the focus still."""
    chat.locator("#chat-text").focus()
    chat.evaluate("scrollTo(0, 0)")
    expect(chat.locator("#chat-messages")).not_to_be_in_viewport()
    push(chat, snapshot(playing(with_declarer(2), 3, 2), version=99))
    receive(chat, "Well played!")
    expect(chat.locator("#chat-unread b")).to_have_text("1")
    assert chat.evaluate("scrollY") == 0
