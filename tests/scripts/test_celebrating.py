"""An ending that comes while one looks on moves for a moment, and what the server celebrates lets suits fall, once."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from games.engine import NilResult
from tests.pages.scenes import Scene, finished, finished_deal, game_over, playing, snapshot, with_declarer
from tests.scripts.conftest import LAPTOP, PHONE, Screen, Screens

LAST_CARD = playing(with_declarer(2), 12, 3)
OVER = finished(LAST_CARD)
LONGEST = """selector => Math.max(...document.getAnimations()
    .filter(({effect}) => effect.target.closest(selector) && effect.getComputedTiming().endTime < Infinity)
    .map(({effect}) => effect.getComputedTiming().endTime))"""
STILL_MOVING = """() => document.getElementById("sheet").getAnimations({subtree: true})
    .filter(({playState}) => playState !== "finished").length"""
PAUSE = """() => document.addEventListener("htmx:after:swap", () => {
    document.getAnimations().forEach(animation => animation.pause());
})"""
"""Pause what begins, or it might be over when the test looks."""
FINISH = "() => document.getAnimations().forEach(animation => animation.finish())"


def nil_made(version: int) -> Scene:
    """The end of a deal in which the viewer has made a nil."""
    deal = finished_deal(OVER)
    own = replace(deal.scores[0], nils=(NilResult(0, True, 100),))
    return snapshot(OVER, 0).changed(finished=(replace(deal, scores=(own, *deal.scores[1:])),), version=version)


@pytest.fixture(params=[PHONE, LAPTOP], ids=["phone", "laptop"])
def moving(request: pytest.FixtureRequest, screens: Screens) -> Iterator[Screen]:
    """A screen of a player who has not asked for less motion, and whose browser remembers nothing."""
    screen = screens(request.param)
    open_last_card(screen)
    screen.page.evaluate("() => localStorage.removeItem('spades.celebrated')")
    yield screen
    screen.page.emulate_media(reduced_motion="reduce")


def open_last_card(screen: Screen, viewer: int = 0) -> Page:
    page = screen.open(snapshot(LAST_CARD, viewer, version=1))
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(PAUSE)
    return page


def test_made_nil_lets_suits_fall_for_less_than_a_second_and_only_once(moving: Screen) -> None:
    page = moving.page
    moving.push(nil_made(2))
    expect(page.locator(".falling[aria-hidden=true] i")).to_have_count(16)
    assert page.evaluate(LONGEST, ".falling") <= 900
    assert page.evaluate(LONGEST, "#sheet") <= 1500
    page.evaluate(FINISH)
    expect(page.locator(".falling")).to_have_count(0)
    moving.push(nil_made(3))
    expect(page.locator(".falling")).to_have_count(0)
    open_last_card(moving)
    moving.push(nil_made(4))
    expect(page.locator(".own-points")).to_be_visible()
    expect(page.locator(".falling")).to_have_count(0)


def test_page_loaded_after_the_end_celebrates_nothing(moving: Screen) -> None:
    page = moving.open(nil_made(2))
    page.emulate_media(reduced_motion="no-preference")
    moving.push(nil_made(3))
    expect(page.locator(".falling")).to_have_count(0)


def test_tap_ends_all_that_moves(moving: Screen) -> None:
    page = moving.page
    moving.push(nil_made(2))
    expect(page.locator(".falling")).to_have_count(1)
    page.mouse.move(5, 5)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".falling")).to_have_count(0)
    assert page.evaluate(STILL_MOVING) == 0
    shown = page.locator(".own-points").evaluate("element => getComputedStyle(element).opacity")
    assert shown == "1"


def test_deal_without_a_nil_moves_and_is_not_celebrated(moving: Screen) -> None:
    page = moving.page
    moving.push(snapshot(OVER, 0, version=2))
    expect(page.locator(".own-points")).to_be_visible()
    assert page.evaluate("() => document.querySelector('.own-points').getAnimations().length") == 1
    expect(page.locator(".falling")).to_have_count(0)


def test_winner_of_a_game_sees_suits_fall_and_the_others_do_not(moving: Screen) -> None:
    page = moving.page
    moving.push(game_over().changed(version=60))
    expect(page.locator(".standings")).to_be_visible()
    expect(page.locator(".falling")).to_have_count(0)
    page = open_last_card(moving, 1)
    moving.push(game_over().seen_by(1).changed(version=60))
    expect(page.locator(".falling")).to_have_count(1)


def test_nothing_falls_under_reduced_motion(moving: Screen) -> None:
    page = moving.page
    page.emulate_media(reduced_motion="reduce")
    moving.push(nil_made(2))
    expect(page.locator(".own-points")).to_be_visible()
    expect(page.locator(".falling")).to_have_count(0)
