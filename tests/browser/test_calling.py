"""Sounds and notifications when it is the player's turn, for players who have switched them on."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine import State
from tests.browser.conftest import At
from tests.presenters.pages import push
from tests.presenters.scenes import Scene, playing, snapshot, to_play, walk, with_declarer

HEAR = """() => {
    window.heard = [];
    window.speakers = [];
    window.AudioContext = class extends AudioContext {
        constructor() { super(); speakers.push(this); }
    };
    window.OscillatorNode = class extends OscillatorNode {
        constructor(audio, tone) { super(audio, tone); heard.push(tone.frequency); }
    };
}"""
LOOK_AWAY = "() => Object.defineProperty(document, 'hidden', {value: true, configurable: true})"
NOTIFY = """answer => {
    window.notices = [];
    window.Notification = class {
        constructor(title, {body}) { notices.push([title, body]); }
        static async requestPermission() { return answer; }
    };
}"""
TAP, TWO_NOTES = [160], [523, 784]


def theirs_and_mine() -> tuple[Scene, Scene]:
    """Return a table one card before player 0's turn, and at that turn."""
    mine = to_play(with_declarer(2), 0, False)
    before = walk(with_declarer(2), lambda state: one_card_before(state, mine))
    return snapshot(before, version=1), snapshot(mine, version=2)


def one_card_before(state: State, mine: State) -> bool:
    return len(state.tricks) == len(mine.tricks) and len(state.trick) == len(mine.trick) - 1


def heard(page: Page) -> Any:
    return page.evaluate("() => heard.splice(0)")


def notices(page: Page) -> Any:
    return page.evaluate("() => notices.splice(0)")


def test_played_card_sounds_a_tap_and_own_turn_two_notes(at: At) -> None:
    theirs, mine = theirs_and_mine()
    page = at(theirs)
    page.context.add_init_script(f"({HEAR})()")
    at(theirs, sounds=True)
    page.keyboard.press("Tab")  # or a touch: before there is either, browsers play nothing
    page.wait_for_function("() => speakers.some(({state}) => state === 'running')")
    push(page, mine)
    assert sorted(heard(page)) == TAP + TWO_NOTES
    push(page, snapshot(playing(with_declarer(2), 5, 2), 1, version=3))
    assert heard(page) == TAP
    push(page, snapshot(playing(with_declarer(2), 5, 2), 1, version=4))
    assert heard(page) == []
    assert page.evaluate("() => speakers.length") == 1, "some phones ask for a touch at each"


def test_sounds_are_off_by_default(at: At) -> None:
    theirs, mine = theirs_and_mine()
    page = at(theirs)
    page.context.add_init_script(f"({HEAR})()")
    page.reload()
    page.keyboard.press("Tab")
    push(page, mine)
    assert heard(page) == []
    assert page.evaluate("() => speakers.length") == 0


def test_notification_is_shown_on_own_turn_while_the_page_is_hidden(at: At) -> None:
    theirs, mine = theirs_and_mine()
    page = at(theirs)
    page.evaluate(NOTIFY, "granted")
    page.locator("#menu > summary").click()
    page.locator("[data-setting=notify]").check()
    push(page, mine)
    assert notices(page) == [], "the page is in sight"
    page.evaluate(LOOK_AWAY)
    push(page, snapshot(playing(with_declarer(2), 5, 1), 1, version=3))
    push(page, snapshot(to_play(with_declarer(2), 0, False), version=4))
    assert notices(page) == [["Your turn", "Your turn · Thursday table · Dummy Hand Spades"]]
    page.reload()
    expect(page.locator("[data-setting=notify]")).to_be_checked()


@pytest.mark.parametrize("answer", ["denied", "default"])
def test_notifications_stay_off_without_permission(at: At, answer: str) -> None:
    theirs, mine = theirs_and_mine()
    page = at(theirs)
    page.evaluate(NOTIFY, answer)
    page.locator("#menu > summary").click()
    page.locator("[data-setting=notify]").click()
    expect(page.locator("[data-setting=notify]")).not_to_be_checked()
    page.evaluate(LOOK_AWAY)
    push(page, mine)
    assert notices(page) == []
