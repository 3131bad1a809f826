"""Moves: sent over the open socket once, else posted; and a double click that counts once."""

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from games.components import frames
from tests.browser.person import LEGAL_CARD
from tests.pages.pages import rendered
from tests.pages.phases import scenes
from tests.pages.scenes import SEATS, Scene, gathering, playing, snapshot, to_play, with_declarer
from tests.scripts.conftest import Screen

LEGAL = f"#hand {LEGAL_CARD}"
PLAY = "/tables/KQJT98/play/"


def following() -> Scene:
    """A table at which player 0 has to follow suit."""
    return snapshot(to_play(with_declarer(1), 0, False))


def click_again(page: Page) -> None:
    """Click as soon after the last click, and as near to it, that the browser calls it the second of two."""
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)


def middle_of(element: Locator) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_move_is_sent_over_the_open_socket_with_what_its_form_would_post(screen: Screen) -> None:
    page = screen.open(following())
    screen.connect()
    card = page.locator(LEGAL).first
    card.click()
    (move,) = map(json.loads, screen.moves)
    assert move["move"] == "play"
    assert f"card={card.get_attribute('value')}" in move["form"]
    assert "version=40" in move["form"]
    expect(page.locator("button.sent")).to_have_count(1)
    page.clock.run_for(1_000)
    card.click()
    assert len(screen.moves) == 1
    screen.push(following(), notice="That is not possible now.")
    expect(page.locator("button.sent")).to_have_count(0)
    page.locator(LEGAL).last.click()  # after a refusal, another card or the same one is a move of its own
    assert len(screen.moves) == 2
    screen.push(following().changed(version=41))
    expect(page.locator("button.sent")).to_have_count(0)
    page.clock.run_for(10_000)
    assert screen.posts == []


def test_key_that_is_held_plays_one_card(screen: Screen) -> None:
    page = screen.open(snapshot(playing(with_declarer(0), 0, 0), version=1))
    screen.connect()
    page.locator(LEGAL).first.focus()
    page.keyboard.down("Enter")
    screen.push(snapshot(playing(with_declarer(0), 0, 0), version=2))
    page.keyboard.down("Enter")  # again without having been released: a repetition
    assert len(screen.moves) == 1
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    assert len(screen.moves) == 2


def test_double_click_counts_once(screen: Screen) -> None:
    """The first click is answered at once, and the second would hit what that puts in its place: another card, or the
    button that removes the bot.
    """
    page = screen.open(snapshot(playing(with_declarer(0), 0, 0), version=1))
    screen.connect()
    page.mouse.click(*middle_of(page.locator(LEGAL).first))
    screen.push(snapshot(playing(with_declarer(0), 0, 0), version=2))
    click_again(page)
    assert len(screen.moves) == 1
    page.clock.run_for(500)
    click_again(page)
    assert len(screen.moves) == 2
    page = screen.open(gathering())
    page.mouse.click(*middle_of(page.get_by_role("button", name="Add a bot")))
    screen.push(gathering(0, *SEATS, version=41))
    page.mouse.move(*middle_of(page.get_by_role("button", name="Remove Bot Lark")))
    click_again(page)
    assert [path for path, _ in screen.posts] == ["/tables/KQJT98/bot/"]
    page.clock.run_for(500)
    page.get_by_role("button", name="Remove Bot Lark").click()  # while nobody has answered the first post
    assert [path for path, _ in screen.posts] == ["/tables/KQJT98/bot/", "/tables/KQJT98/remove/"]


def test_move_without_an_answer_is_posted(screen: Screen) -> None:
    """An old notice and an update of who is here are no answers."""
    page = screen.open(following())
    screen.connect()
    screen.push(following(), notice="The table had moved on.")
    page.locator(LEGAL).first.click()
    screen.push(following().changed(here=frozenset({0, 2}), away_too_long=frozenset({1})))
    expect(page.get_by_role("button", name="Call a bot").first).to_be_visible()
    assert screen.posts == []
    page.clock.run_for(3_000)
    assert [path for path, _ in screen.posts] == [PLAY]
    expect(page.locator("button.sent")).to_have_count(1)
    page.locator(LEGAL).last.click()  # while the other is posted
    page.clock.run_for(3_000)
    page.clock.run_for(30_000)  # nobody answers the post either
    expect(page.locator(".htmx-request, button.sent")).to_have_count(0)
    assert len(screen.posts) == 1


def test_move_that_a_busy_site_has_is_not_sent_again_until_a_new_socket_opens(screen: Screen) -> None:
    page = screen.open(following())
    screen.connect()
    page.locator(LEGAL).first.click()
    screen.receive(frames.still_waiting(40, "The site is busy."))
    expect(page.locator("#notice")).to_have_text("The site is busy.")
    page.clock.run_for(10_000)
    page.locator(LEGAL).first.click()
    assert (len(screen.moves), screen.posts) == (1, [])
    expect(page.locator("button.sent")).to_have_count(1)
    page.evaluate("() => { dispatchEvent(new Event('online')) }")
    page.clock.run_for(2_000)
    screen.connect()
    expect(page.locator("button.sent")).to_have_count(0)
    page.locator(LEGAL).first.click()
    assert len(screen.moves) == 2


def test_move_is_posted_at_once_where_the_socket_was_dropped(screen: Screen) -> None:
    """The error page of a proxy is not shown in place of the table."""
    page = screen.open(following())
    screen.connect()
    page.evaluate("() => { dispatchEvent(new Event('online')) }")
    page.locator(LEGAL).first.click()
    assert [path for path, _ in screen.posts] == [PLAY]
    screen.answer(0, "<h1>Bad gateway</h1>", status=502)
    expect(page.locator(".htmx-request, button.sent")).to_have_count(0)
    expect(page.get_by_text("Bad gateway")).to_have_count(0)
    page.clock.run_for(1_000)
    page.locator(LEGAL).first.click()
    screen.answer(1, rendered(following().changed(version=41)))
    expect(page.locator("#state")).to_have_attribute("data-version", "41")


@pytest.mark.parametrize("has_moved_on", [False, True])
def test_move_chosen_without_a_connection_is_made_when_it_is_back(screen: Screen, *, has_moved_on: bool) -> None:
    """Unless the table asks for it no longer."""
    page = screen.open(following())
    screen.connect()
    page.evaluate("() => { dispatchEvent(new Event('online')) }")
    card = page.locator(LEGAL).first
    card.click()
    page.evaluate("() => { requests.at(-1).fails() }")
    expect(page.locator(".htmx-request, button.sent")).to_have_count(0)
    page.clock.run_for(2_000)
    screen.connect()
    assert screen.moves == []
    screen.push(following().changed(version=41) if has_moved_on else following())
    page.clock.run_for(1)
    moves = list(map(json.loads, screen.moves))
    assert len(moves) == (0 if has_moved_on else 1)
    assert all(f"card={card.get_attribute('value')}" in move["form"] for move in moves)
    screen.push(following())
    page.clock.run_for(1)
    assert len(screen.moves) == len(moves), "once"


def test_what_a_nil_is_shows_until_a_click_elsewhere(screen: Screen) -> None:
    page = screen.open(dict(scenes())["bid-standard"])
    words = page.locator(".about-nil p")
    page.locator(".about-nil summary").click()
    expect(words).to_be_in_viewport(ratio=1)
    page.locator("#felt .plate").first.click()
    expect(words).to_be_hidden()
