"""Sounds and notifications when it is the player's turn, for players who have switched them on."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine import DUMMY, State
from tests.pages.scenes import finished, game_over, playing, snapshot, to_play, walk, with_declarer
from tests.scripts.conftest import LAPTOP, PHONE, Screen, Screens, Size

HEAR = """if (!window.heard) {
    window.heard = [];
    window.speakers = [];
    window.AudioContext = class extends AudioContext {
        constructor() { super(); speakers.push(this); }
    };
    window.OscillatorNode = class extends OscillatorNode {
        constructor(audio, tone) { super(audio, tone); heard.push(tone.frequency); }
    };
}"""
HIDE = "isHidden => Object.defineProperty(document, 'hidden', {value: isHidden, configurable: true})"
NOTIFY = """answer => {
    window.notices = [];
    window.Notification = class {
        constructor(title, {body}) { notices.push([title, body]); }
        static async requestPermission() { return answer; }
    };
}"""
TAP, TWO_NOTES = [160], [523, 784]

MINE = to_play(with_declarer(2), 0, False)
THEIRS = walk(
    with_declarer(2), lambda state: len(state.tricks) == len(MINE.tricks) and len(state.trick) == len(MINE.trick) - 1
)
"""The table one card earlier, while it is another player's turn."""

LATER = playing(with_declarer(2), 5, 2)


def heard(page: Page) -> Any:
    return page.evaluate("() => heard.splice(0)")


def notices(page: Page) -> Any:
    return page.evaluate("() => notices.splice(0)")


def test_played_card_sounds_a_tap_and_own_turn_two_notes_if_sounds_are_on(screen: Screen) -> None:
    page = screen.page
    page.add_init_script(HEAR)
    screen.open(snapshot(THEIRS, version=1), sounds=True)
    assert page.evaluate("() => speakers.length") == 0, "to make one takes a phone's processor a quarter of a second"
    page.keyboard.press("Tab")  # or a touch: before there is either, browsers play nothing
    page.wait_for_function("() => speakers.some(({state}) => state === 'running')")
    screen.push(snapshot(MINE, version=2))
    assert sorted(heard(page)) == TAP + TWO_NOTES
    screen.push(snapshot(LATER, 1, version=3))
    assert heard(page) == TAP
    screen.push(snapshot(LATER, 1, version=4))
    assert heard(page) == []
    assert page.evaluate("() => speakers.length") == 1, "some phones ask for a touch at each"
    screen.open(snapshot(THEIRS, version=1))  # a player who has switched them off
    page.keyboard.press("Tab")
    screen.push(snapshot(MINE, version=2))
    assert heard(page) == page.evaluate("() => speakers") == []


def test_trick_of_the_own_side_sounds_a_low_note(screen: Screen) -> None:
    """A trick of the other side is no more than a card."""
    page = screen.page
    page.add_init_script(HEAR)
    for declarer, notes in ((0, [196]), (2, [])):
        state = walk(with_declarer(declarer), lambda now: declarer_has_won(now) and not now.trick)
        before = walk(with_declarer(declarer), lambda now, last=state: one_card_before(now, last))  # type: ignore[misc]  # a default binds the state of this round
        screen.open(snapshot(before, 0, version=1), sounds=True)
        page.keyboard.press("Tab")
        page.wait_for_function("() => speakers.some(({state}) => state === 'running')")
        screen.push(snapshot(state, 0, version=2))
        assert [note for note in heard(page) if note not in TAP + TWO_NOTES] == notes


def test_end_of_a_deal_rises_for_who_has_made_it_and_falls_for_who_is_set_and_a_win_rises(screen: Screen) -> None:
    page, last = screen.page, playing(with_declarer(2), 12, 3)
    page.add_init_script(HEAR)
    for player, notes in ((1, [523, 659, 784]), (2, [330])):
        screen.open(snapshot(last, player, version=1), sounds=True)
        page.keyboard.press("Tab")
        page.wait_for_function("() => speakers.some(({state}) => state === 'running')")
        heard(page)
        screen.push(snapshot(finished(last), player, version=2))
        assert heard(page) == notes
        screen.push(snapshot(finished(last), player, version=3))
        assert heard(page) == []
    for player, notes in ((1, [523, 659, 784]), (0, [])):
        screen.open(snapshot(last, player, version=1), sounds=True)
        page.keyboard.press("Tab")
        page.wait_for_function("() => speakers.some(({state}) => state === 'running')")
        heard(page)
        screen.push(game_over().seen_by(player).changed(version=60))
        assert heard(page) == notes


@pytest.mark.parametrize("size", [PHONE, LAPTOP])
def test_switch_at_the_table_turns_sounds_off_and_on(screens: Screens, size: Size) -> None:
    screen = screens(size)
    page = screen.page
    page.add_init_script(HEAR)
    screen.open(snapshot(THEIRS, version=1), sounds=True)
    if size == PHONE:
        page.locator("#menu > summary").click()
    page.get_by_role("button", name="Switch sounds off").click()
    expect(page.get_by_role("button", name="Switch sounds on")).to_be_focused()
    assert screen.posts[-1][0] == "/me/settings/table/"
    assert screen.posts[-1][1]["sounds"] == ["false"]
    screen.answer(-1, "", 204)
    screen.push(snapshot(MINE, version=2))
    assert heard(page) == []
    page.get_by_role("button", name="Switch sounds on").click()
    screen.answer(-1, "", 204)
    page.wait_for_function("() => heard.length === 2")
    assert heard(page) == TWO_NOTES
    page.get_by_role("button", name="Switch sounds off").click()
    screen.answer(-1, "", 503)
    expect(page.get_by_role("button", name="Switch sounds off")).to_be_visible()


def test_spectators_have_no_switch_and_no_sound(screen: Screen) -> None:
    screen.open(snapshot(THEIRS, None, version=1), sounds=True)
    expect(screen.page.locator(".sound-switch")).to_have_count(0)


def declarer_has_won(state: State) -> bool:
    return bool(state.tricks) and state.tricks[-1].winner in (state.declarer, DUMMY)


def one_card_before(state: State, later: State) -> bool:
    return len(state.tricks) == len(later.tricks) - 1 and len(state.trick) == 3


def test_notification_is_shown_on_own_turn_while_the_page_is_hidden_if_it_may(screen: Screen) -> None:
    page, box = screen.page, screen.page.locator("[data-setting=notify]")
    for answer in ("denied", "default", "granted"):
        screen.open(snapshot(THEIRS, version=1))
        page.evaluate(NOTIFY, answer)
        page.locator("#menu > summary").click()
        expect(box).not_to_be_checked()
        box.click()
        expect(box).to_be_checked(checked=answer == "granted")
        screen.push(snapshot(MINE, version=2))
        assert notices(page) == [], "the page is in sight"
        page.evaluate(HIDE, True)
        screen.push(snapshot(THEIRS, version=3))
        screen.push(snapshot(MINE, version=4))
        expected = [["Your turn", "Your turn · Thursday table · Dummy Hand Spades"]]
        assert notices(page) == (expected if answer == "granted" else [])
    page.reload()  # the device remembers
    page.locator("#menu > summary").click()
    expect(box).to_be_checked()
    box.uncheck()
