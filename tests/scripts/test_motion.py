"""What moves at the table: only what is new, only where it is wanted, and without moving anything else."""

from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from games.engine import Bid, Play, State, act, legal_cards
from tests.pages.scenes import Scene, bidding, dealt, finished, game_over, playing, snapshot, walk, with_declarer
from tests.scripts.conftest import LAPTOP, PHONE, Screen, Screens

MotionWanted = Literal["reduce", "no-preference"]

WATCH = """() => {
    const seen = new WeakSet();
    window.begun = [];
    const look = () => document.getAnimations().filter(animation => !seen.has(animation)).forEach(animation => {
        seen.add(animation);
        const {animationName, effect} = animation;
        if (animationName && effect.getComputedTiming().duration > 10) begun.push(animationName);
    });
    look();
    document.addEventListener("htmx:after:swap", look);
}"""
"""List the animations of the style sheet that an update begins, at once: they may be over a moment later."""
PAUSE_WHAT_BEGINS = """() => document.addEventListener("htmx:after:swap", () => {
    document.getAnimations().forEach(animation => animation.pause());
})"""
TAKES_TAPS = """() => [...document.querySelectorAll(".game > .main-nav a")].map(link => {
    const {left, top, width, height} = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""
GOES_TO = """([part, seat]) => {
    const cards = [...document.querySelectorAll(part)];
    const centre = element => {
        const {x, y, width, height} = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const isSweep = ({effect}) => effect.getKeyframes().some(({scale}) => scale === "0.4");
    const of = card => card.getAnimations().find(isSweep);
    cards.forEach(card => Object.assign(of(card), {currentTime: of(card).effect.getComputedTiming().endTime - .01}));
    const [x, y] = centre(document.getElementById(seat));
    return Math.max(...cards.map(centre).map(([left, top]) => Math.hypot(left - x, top - y)));
}"""
"""How far from this seat the cards end that are swept, in pixels."""


@pytest.fixture(params=[PHONE, LAPTOP], ids=["phone", "laptop"])
def moving(request: pytest.FixtureRequest, screens: Screens) -> Iterator[Screen]:
    """A screen of a player who has not asked for less motion."""
    screen = screens(request.param)
    screen.page.emulate_media(reduced_motion="no-preference")
    yield screen
    screen.page.emulate_media(reduced_motion="reduce")


def show(screen: Screen, scene: Scene, **preferences: str | bool) -> Page:
    page = screen.open(scene, **preferences)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(WATCH)
    return page


def begun(page: Page) -> dict[str, int]:
    names: list[str] = page.evaluate("() => begun.splice(0)")
    return {name: names.count(name) for name in names}


def test_only_what_is_new_moves_and_nothing_on_a_page_just_loaded(moving: Screen) -> None:
    deal = dealt(9, dealer=2)
    page = show(moving, snapshot(None, version=1))
    assert begun(page) == {}
    moving.push(snapshot(deal, version=2))
    assert begun(page) == {"dealt": 13}
    state = act(deal, Bid(0, 4))
    moving.push(snapshot(state, version=3))
    assert begun(page) == {"pop": 1}
    state = walk(state, lambda now: now.declarer is not None)
    moving.push(snapshot(state, version=4))
    assert begun(page) == {}, "the own cards are there already"
    state = walk(state, lambda now: now.exposed)
    moving.push(snapshot(state, version=5))
    assert begun(page) == {"turn-over": 13}
    show(moving, snapshot(state, version=5))
    moving.push(snapshot(state, version=6))
    assert begun(page) == {}


def test_failed_nil_breaks_once_and_made_contract_locks_once(moving: Screen) -> None:
    state = with_declarer(2)
    fails = walk(state, lambda now: some_nil_has_failed(now))
    page = show(moving, snapshot(state, version=1))
    moving.push(snapshot(walk(state, lambda now: now.exposed), version=2))
    begun(page)
    moving.push(snapshot(fails, version=3))
    assert begun(page)["break"] == 1
    moving.push(snapshot(walk(fails, lambda now: len(now.trick) == 1), version=4))
    assert "break" not in begun(page)
    made = walk(state, lambda now: page_says_made(now))
    moving.push(snapshot(made, version=5))
    assert "lock" in begun(page)
    moving.push(snapshot(walk(made, lambda now: len(now.trick) == 1), version=6))
    assert "lock" not in begun(page)


def some_nil_has_failed(state: State) -> bool:
    view = snapshot(state).snapshot.view
    return bool(view) and any(view.taken[hand] for nils in view.nils for hand in nils)


def page_says_made(state: State) -> bool:
    view = snapshot(state).snapshot.view
    return bool(view) and any(of and of <= taken for of, taken in zip(view.contracts, view.side_tricks, strict=False))


def test_trick_is_swept_to_its_winners_seat(moving: Screen) -> None:
    """After a while, or at once if the next card comes sooner."""
    state = playing(with_declarer(2), 3, 3)
    page = show(moving, snapshot(state, version=1))
    over = walk(state, lambda now: len(now.tricks) == 4)
    moving.push(snapshot(over, version=2))
    seat = f"plate-{('0', '1', '2', 'dummy')[over.tricks[-1].winner]}"
    swept = page.locator("#felt .trick:not(#trick)")
    expect(swept).to_have_count(0)
    assert page.evaluate(GOES_TO, ["#trick .played-card", seat]) == pytest.approx(0, abs=3)
    page = show(moving, snapshot(state, version=1))
    moving.push(snapshot(over, version=2))
    assert over.player_to_play is not None
    page.evaluate(PAUSE_WHAT_BEGINS)
    moving.push(snapshot(act(over, Play(over.player_to_play, legal_cards(over)[0])), version=3))
    expect(swept.locator(".played-card")).to_have_count(4)
    assert page.evaluate(GOES_TO, ["#felt .trick:not(#trick) .played-card", seat]) == pytest.approx(0, abs=3)
    page.evaluate("() => document.getAnimations().forEach(animation => animation.finish())")
    expect(swept).to_have_count(0)
    expect(page.locator("#trick .played-card")).to_have_css("opacity", "1")


def test_trick_is_gone_with_the_next_card_while_a_sheet_hides_the_seats(screens: Screens) -> None:
    state = playing(with_declarer(2), 3, 3)
    over = walk(state, lambda now: len(now.tricks) == 4)
    assert over.player_to_play is not None
    phone = screens(PHONE)
    page = show(phone, snapshot(state, version=1))
    page.locator("#menu > summary").click()
    expect(page.locator("#plate-1")).to_be_hidden()
    moving_on = act(over, Play(over.player_to_play, legal_cards(over)[0]))
    phone.push(snapshot(over, version=2))
    phone.push(snapshot(moving_on, version=3))
    expect(page.locator("#felt .trick:not(#trick)")).to_have_count(0)
    expect(page.locator("#felt .played-card")).to_have_count(1)
    assert phone.errors == []


def test_nothing_moves_for_players_who_want_none(screen: Screen) -> None:
    """Nor does a trick fly away."""
    state = playing(with_declarer(2), 3, 3)
    for system, is_off in (("reduce", False), ("no-preference", True)):
        page = screen.open(snapshot(dealt(9, dealer=2), version=1), no_animation=is_off)
        page.emulate_media(reduced_motion=system)  # type: ignore[arg-type]  # a Literal
        page.evaluate(WATCH)
        over = walk(state, lambda now: len(now.tricks) == 4)
        for version, scene in enumerate((state, over, playing(over, 4, 1), finished(state)), start=2):
            screen.push(snapshot(scene, version=version))
            assert page.evaluate("() => document.querySelectorAll('#felt .trick:not(#trick)').length") == 0
        screen.push(game_over().changed(version=9))
        assert begun(page).keys() <= {"out-of-reach"}, "only what ignores taps for a moment, and moves nothing"


@pytest.mark.parametrize("reduced_motion", ["reduce", "no-preference"])
def test_tap_meant_for_the_last_card_leads_to_no_other_place(screens: Screens, reduced_motion: MotionWanted) -> None:
    """On a phone the bar of places comes where the hand was; it takes taps only after a moment."""
    screen = screens(PHONE)
    page = screen.open(snapshot(playing(with_declarer(2), 12, 3), version=1))
    page.emulate_media(reduced_motion=reduced_motion)
    page.evaluate(PAUSE_WHAT_BEGINS)
    screen.push(snapshot(playing(with_declarer(2), 12, 3), version=2).changed(late=frozenset({1})))
    screen.push(game_over().changed(version=9))
    expect(page.locator(".game > .main-nav")).to_be_visible()
    page.evaluate("document.getAnimations().forEach(animation => { animation.currentTime = 300; })")
    assert page.evaluate(TAKES_TAPS) == [False] * 5
    page.evaluate("document.getAnimations().forEach(animation => animation.finish())")
    assert page.evaluate(TAKES_TAPS) == [True] * 5


def test_focus_and_scroll_stay_while_things_move(moving: Screen) -> None:
    state = bidding(dealt(9, dealer=0), 1)
    page = show(moving, snapshot(state, version=1))
    page.locator("#menu > summary").focus()
    before = page.evaluate("() => [scrollX, scrollY]")
    moving.push(snapshot(walk(state, lambda now: len(now.bids) == 2), version=2))
    expect(page.locator("#menu > summary")).to_be_focused()
    assert page.evaluate("() => [scrollX, scrollY]") == before
