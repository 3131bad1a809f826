"""What fingers do: they tap twice, tap beside things, and hide half of the page with a keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from games.chat.messages import Said
from games.components.rendering import render_talk
from games.presenters.chat import talk_panel
from tests.browser.conftest import TABLE_SOCKET, At, stop_the_clock
from tests.presenters.pages import ORIGIN, TALK, push, show, table
from tests.presenters.scenes import dealt, playing, snapshot, with_declarer

SAID = """html => htmx.swap({
    sourceElement: document.getElementById("talk-messages"), target: "#talk-messages", swap: "innerMorph", text: html,
})"""


def middle_of(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_double_tap_plays_one_card_though_another_lies_there_by_then(at: At) -> None:
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


def test_the_number_just_chosen_is_to_be_read(at: At) -> None:
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
def test_a_tap_elsewhere_folds_what_lies_over_the_table(at: At, unfolded: str) -> None:
    page = at(snapshot(playing(with_declarer(2), 3, 1)), (600, 960))
    page.locator(f"{unfolded} > summary").click()
    expect(page.locator(unfolded)).to_have_attribute("open", "")
    page.mouse.click(*middle_of(page.locator("#plate-0")))
    expect(page.locator(unfolded)).not_to_have_attribute("open", "")


@pytest.fixture
def talk(at: At) -> Page:
    """A phone's table, the talk unfolded below it."""
    scene = snapshot(playing(with_declarer(2), 3, 1))
    page = at(scene)
    show(page, {"/": table(scene, talk=TALK)})
    page.goto(ORIGIN)
    page.locator("#talk > summary").click()
    expect(page.locator("#talk-text")).to_be_visible()
    return page


def hear(page: Page, *words: str) -> None:
    """Somebody else says something."""
    said = tuple(Said(4 + place, "Ana", text, None, is_own=False) for place, text in enumerate(words))
    page.evaluate(SAID, render_talk(talk_panel(replace(TALK, said=(*TALK.said, *said), newest=3 + len(said)))))


def test_news_of_a_talk_that_is_off_the_screen_is_shown_and_leads_there(talk: Page) -> None:
    talk.evaluate("scrollTo(0, 0)")
    expect(talk.locator("#talk-messages")).not_to_be_in_viewport()
    hear(talk, "Well bid!")
    expect(talk.locator("#talk-unread b")).to_have_text("1")
    expect(talk.locator("#talk-unread")).to_be_in_viewport(ratio=1)
    talk.locator("#talk > summary").click()
    expect(talk.locator("#talk-messages")).to_be_in_viewport()
    expect(talk.locator("#talk-unread")).to_be_hidden()
    expect(talk.locator("#talk")).to_have_attribute("open", "")


def test_what_is_being_written_stays_above_the_keyboard_whatever_is_said(talk: Page) -> None:
    talk.set_viewport_size({"width": 360, "height": 330})
    talk.wait_for_function("innerHeight === 330")
    field = talk.locator("#talk-text")
    field.focus()
    field.evaluate("field => field.scrollIntoView({block: 'end'})")
    hear(talk, *["Thank you, partner. That was more than I had hoped for."] * 5)
    expect(field).to_be_in_viewport(ratio=1)


def test_who_has_scrolled_back_to_the_cards_stays_there_whatever_happens(talk: Page) -> None:
    """The field may well have the focus still."""
    talk.locator("#talk-text").focus()
    talk.evaluate("scrollTo(0, 0)")
    expect(talk.locator("#talk-messages")).not_to_be_in_viewport()
    push(talk, snapshot(playing(with_declarer(2), 3, 2), version=99))
    hear(talk, "Well played!")
    expect(talk.locator("#talk-unread b")).to_have_text("1")
    assert talk.evaluate("scrollY") == 0
