"""The table on screens wider than a phone but low: all of it is visible and nothing overlaps."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation
from playwright.sync_api import Page

from games.engine import DUMMY, Bid, act
from tests.browser.conftest import At
from tests.browser.test_sizes import OVER_ANY
from tests.builders import bid
from tests.presenters.pages import CHAT, ORIGIN, show, table
from tests.presenters.scenes import BEFORE, Scene, clock, dealt, scenes, snapshot, to_play, with_declarer

LYING = (812, 375)
LOW = ((704, 600), (960, 540), (1024, 600))
BESIDE = ((960, 540), (1024, 600), (1280, 600))
"""Low screens with the scores beside the felt."""

BELOW = "parts => parts.filter(part => part.getBoundingClientRect().bottom > innerHeight).map(part => part.outerHTML)"
WORDS = """(part, other) => {
    const a = part.getBoundingClientRect(), b = part.closest(".plate").querySelector(other).getBoundingClientRect();
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""
"""Whether a part of a plate overlaps another part of it."""


def timed(shown: Scene, **changes: Any) -> Scene:
    """The same table with clocks, and three people at it."""
    seats = tuple(
        replace(seat, name=name, is_bot=False, clock=clock(10, 300))
        for seat, name in zip(shown.snapshot.seats, ("Max", "Bartholomew", "Constanza"), strict=True)
    )
    return shown.changed(seats=seats, **changes)


@pytest.mark.parametrize("bids", [(4,), (4, 3)])
def test_bid_covers_no_name_on_a_phone_in_landscape(at: At, bids: tuple[int, ...]) -> None:
    for dealer in (0, 2):
        page = at(timed(snapshot(bid(dealt(9, dealer=dealer, before=BEFORE), *bids))), LYING)
        for name in page.locator(".plate:has(.count) .name").all():
            assert name.evaluate(WORDS, ".count") is False
        assert page.locator(".plate:has(.count)").evaluate_all("plates => plates.length") == len(bids)


@pytest.mark.parametrize("size", [(704, 600), (768, 1024), LYING])
@pytest.mark.parametrize("name", ["gathering", "gathering-visitor"])
def test_dummys_card_covers_no_words_before_the_game(at: At, name: str, size: tuple[int, int]) -> None:
    page = at(dict(scenes())[name], size)
    card = page.locator(".chair .card")
    assert card.evaluate(OVER_ANY, ".chair .who") == []


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", LOW)
def test_low_screen_shows_the_hand_and_all_buttons(at: At, language: str, size: tuple[int, int]) -> None:
    shown = dict(scenes())
    for name in (
        "bid-standard",
        "bid-wait",
        "lead",
        "follow",
        "dummy-left",
        "declarer-dummy",
        "declarer-lead",
        "claim",
        "clock-low",
        "clock-bid",
        "clock-theirs",
    ):
        for scene in (shown[name], timed(shown[name])):
            with translation.override(language):
                page = at(scene, size)
            pressed = page.locator("#hand .card, .bid-form :is(button, label), .claim-box button")
            assert pressed.evaluate_all(BELOW) == [], name


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", LOW)
def test_claim_covers_no_plate_on_a_low_screen(at: At, language: str, size: tuple[int, int]) -> None:
    claim = dict(scenes())["claim"]
    for scene in (claim, timed(claim)):
        with translation.override(language):
            page = at(scene, size)
        assert page.locator(".claim-box").evaluate(OVER_ANY, ".plate, .turn-tag, #hand .card, #open-dummy .card") == []


def with_chat(at: At, scene: Scene, size: tuple[int, int]) -> Page:
    page = at(scene, size)
    show(page, {"/": table(scene, chat=CHAT)})
    page.goto(ORIGIN)
    return page


@pytest.mark.parametrize("size", BESIDE)
@pytest.mark.parametrize("name", ["follow", "gathering"])
def test_panels_beside_the_felt_do_not_overlap(at: At, name: str, size: tuple[int, int]) -> None:
    page = with_chat(at, dict(scenes())[name], size)
    for part in page.locator(".rail > *:visible").all():
        assert part.evaluate(OVER_ANY, ".rail > .panel") == []
    assert page.locator("#rail").evaluate(OVER_ANY, "#chat, .felt") == []
    assert page.locator("#rail").evaluate(
        "rail => getComputedStyle(rail).overflowY !== 'visible' || rail.scrollHeight <= rail.clientHeight"
    )


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [*LOW, (768, 1024), LYING])
def test_take_back_button_covers_no_plate(at: At, language: str, size: tuple[int, int]) -> None:
    """Also after a bid with several nils, at a table with clocks."""
    state = act(dealt(9, dealer=2, before=BEFORE), Bid(0, 4, frozenset({0, 1, DUMMY})))
    with translation.override(language):
        page = at(timed(snapshot(state), may_take_back=True), size)
    assert page.locator(".take-back").evaluate(OVER_ANY, ".plate, .centre-panel, #hand .card") == []


@pytest.mark.parametrize("declarer", [1, 2])
@pytest.mark.parametrize("size", [*LOW, (768, 1024)])
def test_turn_tag_covers_no_card_of_the_dummy(at: At, declarer: int, size: tuple[int, int]) -> None:
    page = at(snapshot(to_play(with_declarer(declarer), 3, False)), size)
    assert page.locator(".turn-tag").evaluate(OVER_ANY, "#open-dummy .card") == []
