"""What players say shows at their plates for a moment, on phones too, and the menu has the ready phrases."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games.chat.queries import Chat, ChatMessage
from games.engine import Player
from tests.pages.pages import CHAT
from tests.scripts.conftest import PHONE, Screen, Screens
from tests.scripts.test_chat import TABLE, receive


def after(*messages: ChatMessage) -> Chat:
    return replace(CHAT, messages=(*CHAT.messages, *messages), newest=messages[-1].number)


def opened(screens: Screens) -> Screen:
    screen = screens(PHONE)
    screen.open(TABLE, chat=CHAT)
    screen.connect()
    return screen


def test_line_shows_at_the_speaker_s_plate_and_goes(screens: Screens) -> None:
    screen = opened(screens)
    bubbles = screen.page.locator("#speech p")
    expect(bubbles).to_have_count(0)
    receive(screen, after(ChatMessage(4, "Ana", "Well done, both of you", is_own=False, seat=1)))
    expect(bubbles).to_have_text("Well done, both of you")
    bubble, plate = bubbles.bounding_box(), screen.page.locator("#plate-1").bounding_box()
    assert bubble
    assert plate
    middle = bubble["y"] + bubble["height"] / 2
    assert plate["y"] < middle < plate["y"] + plate["height"]
    assert bubble["x"] >= 0
    assert bubble["x"] + bubble["width"] <= PHONE[0]
    expect(screen.page.locator("#live-region")).to_have_text("Ana: Well done, both of you")
    screen.page.clock.run_for(4100)
    expect(bubbles).to_have_count(0)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_line_covers_no_name(screens: Screens, seat: Player) -> None:
    screen = opened(screens)
    receive(screen, after(ChatMessage(4, "Somebody", "Well done, both of you, very well done indeed", False, seat)))
    bubble = screen.page.locator("#speech p").bounding_box()
    assert bubble
    for name in screen.page.locator("#felt .plate .name").all():
        shown = name.bounding_box()
        assert shown
        apart_in_x = bubble["x"] >= shown["x"] + shown["width"] or bubble["x"] + bubble["width"] <= shown["x"]
        apart_in_y = bubble["y"] >= shown["y"] + shown["height"] or bubble["y"] + bubble["height"] <= shown["y"]
        assert apart_in_x or apart_in_y


def test_line_shows_in_an_open_chat_over_the_table_only(screens: Screens) -> None:
    screen = opened(screens)
    screen.page.locator("#menu > summary").click()
    screen.page.locator(".to-chat").click()
    receive(screen, after(ChatMessage(4, "Ana", "Hello", is_own=False, seat=1)))
    expect(screen.page.locator("#message-4")).to_be_in_viewport(ratio=1)
    expect(screen.page.locator("#speech p")).to_have_count(0)


def test_newer_line_takes_the_place_of_the_same_speaker_s(screens: Screens) -> None:
    screen = opened(screens)
    said = [ChatMessage(4, "Ana", "One", False, 1), ChatMessage(5, "Ana", "Two", False, 1)]
    receive(screen, after(*said, ChatMessage(6, "Alex", "Three", True, 0)))
    expect(screen.page.locator("#speech p")).to_have_text(["Two", "Three"])


def test_spectator_s_line_shows_in_the_chat_only(screens: Screens) -> None:
    screen = opened(screens)
    receive(screen, after(ChatMessage(4, "Watcher", "Hello", is_own=False)))
    expect(screen.page.locator("#message-4")).to_have_count(1)
    expect(screen.page.locator("#speech p")).to_have_count(0)


def test_phrase_is_sent_from_the_menu_on_a_phone(screens: Screens) -> None:
    screen = opened(screens)
    screen.page.locator("#menu summary").first.click()
    screen.page.locator(".say").get_by_role("button", name="Good luck!").click()
    ((path, fields),) = screen.posts
    assert (path.rsplit("/", 3)[1:3], fields["phrase"]) == (["chat", "send"], ["good_luck"])
    expect(screen.page.locator("#menu")).not_to_have_attribute("open", "")
