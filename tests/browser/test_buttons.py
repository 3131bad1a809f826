"""The buttons of a table do not overlap."""

from dataclasses import replace

import pytest
from django.utils import translation

from games.engine import State
from tests.browser.conftest import At
from tests.browser.test_sizes import TOO_WIDE
from tests.presenters.scenes import Scene, playing, scenes, snapshot, with_declarer

SIZES = ((360, 640), (360, 560), (640, 360), (740, 360), (768, 1024), (1440, 900))
OFFERS = ".take-back button, .ask-hint > summary, .claim > summary, .last-trick > summary"
OVERLAPPING = """offers => {
    const boxes = offers.map(offer => offer.getBoundingClientRect().toJSON()).filter(box => box.width);
    const beside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
    const above = (a, b) => a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    return boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => !beside(a, b) && !above(a, b)).map(b => [a, b]));
}"""


def alone_with_bots(table: Scene) -> Scene:
    one, two, three = table.snapshot.seats
    return table.changed(seats=(one, replace(two, is_bot=True), replace(three, is_bot=True)))


def leading(declarer: int) -> State:
    """A deal some tricks on, in which the viewer leads: from the own hand or, as declarer, from the dummy."""
    for tricks in range(2, 10):
        state = playing(with_declarer(declarer), tricks, 0)
        if snapshot(state).snapshot.view.playable:  # type: ignore[union-attr]
            return state
    raise AssertionError("the viewer never leads")


@pytest.mark.parametrize("declarer", range(3))
def test_controls_on_the_felt_do_not_overlap(at: At, declarer: int) -> None:
    """On the player's own lead with bots, hint, claim, last trick and take-back are offered at once."""
    shown = alone_with_bots(snapshot(leading(declarer), may_take_back=True))
    for size in SIZES:
        offers = at(shown, size).locator(OFFERS)
        assert offers.filter(visible=True).count() >= 3  # where there is room the last trick needs no button
        assert offers.evaluate_all(OVERLAPPING) == [], size


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(390, 844), *SIZES])
def test_menu_can_be_clicked_during_proposals(at: At, language: str, size: tuple[int, int]) -> None:
    shown = dict(scenes())
    for name in ("stand-in-mine", "proposal", "proposal-mine"):
        with translation.override(language):
            page = at(shown[name], size)
        page.locator("#menu > summary").click()
        page.locator("#menu .menu-panel > a").first.click(trial=True)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(320, 568), *SIZES])
def test_button_labels_are_not_cut_off(at: At, language: str, size: tuple[int, int]) -> None:
    shown = dict(scenes())
    for name in ("away", "proposal", "proposal-mine", "stand-in-mine", "follow", "gathering", "scored"):
        with translation.override(language):
            page = at(shown[name], size)
        assert page.locator(".btn").filter(visible=True).evaluate_all(TOO_WIDE) == [], name


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", SIZES)
def test_offline_banner_covers_neither_cards_nor_buttons(at: At, language: str, size: tuple[int, int]) -> None:
    shown = dict(scenes())
    for name in ("declarer-dummy", "proposal"):
        with translation.override(language):
            page = at(shown[name], size)
        page.evaluate("document.getElementById('offline').hidden = false")
        assert page.locator("#offline, .banner .btn, #menu > summary, #hand, #dummy").evaluate_all(OVERLAPPING) == []
