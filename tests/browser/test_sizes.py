"""The table on screens of every size: it fits, nothing overflows, and cards are large enough to tap."""

from dataclasses import replace
from functools import reduce

import pytest
from django.utils import translation
from playwright.sync_api import expect

from games.engine import Bid, State, act
from tests.browser.conftest import At
from tests.builders import bid
from tests.presenters.scenes import (
    SEATS,
    clock,
    dealt,
    on_lead,
    playing,
    scenes,
    snapshot,
    to_play,
    walk,
    with_declarer,
)

TABLETS = ((1024, 768), (1024, 672), (1080, 720))
"""Tablets in landscape, also with the bars of a browser."""

FITS = "document.querySelector('#felt').getBoundingClientRect().bottom <= innerHeight"
EDGES = """() => {
    const box = part => document.querySelector(part).getBoundingClientRect();
    return [box(".scores").right, box("#menu").left];
}"""

OUTSIDE = """() => {
    const felt = document.querySelector("#felt").getBoundingClientRect();
    const sticksOut = card => {
        const {left, right} = card.getBoundingClientRect();
        return left < felt.left || right > felt.right;
    };
    return [...document.querySelectorAll(":is(#dummy, #hand) .card")].filter(sticksOut).map(card => card.id);
}"""

LOWEST_AND_RIGHTMOST = """cards => {
    const boxes = cards.map(card => card.getBoundingClientRect());
    return [Math.max(...boxes.map(box => box.bottom)), Math.max(...boxes.map(box => box.right))];
}"""

TOO_WIDE = "parts => parts.filter(part => part.scrollWidth > part.clientWidth).map(part => part.textContent)"


OVER = """(part, others) => [...others].filter(other => {
    const a = part.getBoundingClientRect(), b = other.getBoundingClientRect();
    return part !== other && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}).map(other => other.id || other.className)"""
"""Return the others that a part overlaps."""
OVERLAPPING = f"plates => plates.flatMap(plate => ({OVER})(plate, plates))"
OVER_ANY = f"(part, others) => ({OVER})(part, document.querySelectorAll(others))"


def test_table_in_play_fits_a_phone(at: At) -> None:
    for declarer in range(3):
        page = at(snapshot(to_play(with_declarer(declarer), 0, declarer == 0)))
        box = page.locator(".felt").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("height", [560, 640], ids=["with-bars", "whole"])
def test_table_fits_a_phone_and_menu_covers_no_score(at: At, language: str, height: int) -> None:
    shown = dict(scenes())
    for name in ("draw", "peek-flip2", "bid-flip2", "bid-suicide", "bid-wait", "follow", "declarer-lead", "clock-low"):
        with translation.override(language):
            page = at(shown[name], (360, height))
        assert page.evaluate(FITS), name
        scores_end, menu_begins = page.evaluate(EDGES)
        assert scores_end <= menu_begins, name


@pytest.mark.parametrize("size", TABLETS)
def test_table_fits_a_tablet_in_landscape(at: At, size: tuple[int, int]) -> None:
    shown = dict(scenes())
    for name in (
        "draw",
        "peek-flip2",
        "bid-flip2",
        "bid-suicide",
        "follow",
        "declarer-dummy",
        "declarer-lead",
        "clock-bid",
    ):
        assert at(shown[name], size).evaluate(FITS), name


@pytest.mark.parametrize("size", [(360, 640), (740, 360), (667, 375), (768, 1024), (1024, 768), (1440, 900)])
def test_thirteen_cards_stay_on_the_felt(at: At, size: tuple[int, int]) -> None:
    """Whatever the suits: the bidder's hand and the declarer's dummy hold thirteen cards."""
    for seed in range(6):
        bidding = dealt(seed)
        for state, whole in ((bidding, "#hand"), (walk(bid(bidding, 6, 3, 3), lambda now: now.exposed), "#dummy")):
            page = at(snapshot(state), size)
            expect(page.locator(f"{whole} .card")).to_have_count(13)
            assert page.evaluate(OUTSIDE) == [], f"deal {seed}"


def test_cards_to_play_are_touch_targets(at: At) -> None:
    for declarer in range(3):
        page = at(snapshot(with_declarer(declarer)))
        for button in page.locator("#hand button.card:not([aria-disabled])").all():
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 44


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [360, 768, 1440])
def test_points_of_a_deal_stay_within_their_panel(at: At, language: str, width: int) -> None:
    with translation.override(language):
        page = at(dict(scenes())["scored"], (width, 900))
    page.locator("#why > summary").click()
    for parts in (".explained :is(article, div, p)", ".end :is(.result, .stamp, .tally p)"):
        assert page.locator(parts).evaluate_all(TOO_WIDE) == []


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [320, 360, 390])
def test_phone_shows_results_side_by_side_and_all_hands_in_one_screen(at: At, language: str, width: int) -> None:
    with translation.override(language):
        page = at(dict(scenes())["scored"], (width, 640))
    tops = page.locator(".result:has(.tally)").evaluate_all("results => results.map(result => result.offsetTop)")
    assert tops == [tops[0]] * 3
    cards = page.locator(".turned-up .card")
    assert cards.count() == 52
    lowest, rightmost = cards.evaluate_all(LOWEST_AND_RIGHTMOST)
    assert rightmost <= width
    assert lowest <= page.locator(".actions").evaluate("way => way.getBoundingClientRect().top")


@pytest.mark.parametrize("size", [*TABLETS, (768, 1024), (1104, 768), (1366, 625)])
@pytest.mark.parametrize("name", ["follow", "dummy-left", "declarer-lead", "clock-theirs", "away", "watch"])
def test_no_plate_covers_another(at: At, name: str, size: tuple[int, int]) -> None:
    assert at(dict(scenes())[name], size).locator(".plate").evaluate_all(OVERLAPPING) == []


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(360, 640), (360, 560), (390, 844), (740, 360), (768, 1024), *TABLETS, (1440, 900)])
def test_buttons_on_the_felt_cover_no_card_and_no_plate(at: At, language: str, size: tuple[int, int]) -> None:
    for declarer in range(3):
        with translation.override(language):
            page = at(snapshot(walk(with_declarer(declarer), on_lead)), size)
        for button in page.locator(".on-the-felt").all():
            assert button.evaluate(OVER_ANY, "#trick :is(.card, .wins-tag), .plate") == []


@pytest.mark.parametrize("dealer", [1, 2])
def test_dealer_button_covers_no_connection_dot(at: At, dealer: int) -> None:
    seats = tuple(replace(seat, name="Bartholomew the Elder", is_bot=False) for seat in SEATS)
    page = at(snapshot(playing(with_declarer(0), 2, 3), seats=seats, dealer=dealer), (360, 640))
    assert page.locator(".plate:has(.dealer) .dot").evaluate(OVER_ANY, ".dealer") == []


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(768, 1024), *TABLETS, (1104, 768), (1216, 800)])
def test_turn_badge_covers_no_table_name(at: At, language: str, size: tuple[int, int]) -> None:
    with translation.override(language):
        page = at(dict(scenes())["declarer-lead"], size, turns_waiting=12)
    name, badge = (page.locator(part).bounding_box() for part in (".bar .where", ".turns a"))
    assert name
    assert badge
    assert name["x"] + name["width"] <= badge["x"]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [360, 390])
def test_table_fits_a_phone_with_large_letters(at: At, language: str, width: int) -> None:
    """The prompt fits, though a hint makes the own plate narrower, and bags do not run into each other."""
    following = to_play(with_declarer(0), 0, True)
    one, two, three = SEATS
    alone = (one, replace(two, is_bot=True), replace(three, is_bot=True))
    with translation.override(language):
        page = at(snapshot(following, seats=alone, may_take_back=True), (width, 640))
    devtools = page.context.new_cdp_session(page)
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 20}})
    page.reload()
    tag = page.locator(".turn-tag.mine").bounding_box()
    assert tag
    assert tag["x"] >= 0
    assert tag["x"] + tag["width"] <= width
    assert page.locator(".scores tbody td").evaluate_all(TOO_WIDE) == []
    assert page.evaluate(FITS)


@pytest.mark.parametrize("size", [(360, 640), (740, 360), (768, 1024), *TABLETS, (1440, 900)])
def test_failed_nils_cut_off_neither_role_nor_clock(at: At, size: tuple[int, int]) -> None:
    """The own nil and one of a partner with a long name take a line more."""
    names = ("Alex", "Berta la del qui", "Constanza")
    seats = tuple(
        replace(seat, name=name, is_bot=False, clock=clock(30, 47)) for seat, name in zip(SEATS, names, strict=True)
    )
    bids = [Bid(0, 4, frozenset({0, 1})), Bid(1, 4, frozenset({0, 1})), Bid(2, 6)]
    state = reduce(act, bids, dealt(9, dealer=2))
    page = at(snapshot(walk(state, both_have_a_trick), seats=seats), size)
    expect(page.locator(".at-bottom > .plate .nil.failed")).to_have_count(2)
    assert page.evaluate(FITS)
    assert page.locator(".plate :is(.who, .clock, .role:not(.sr))").evaluate_all(TOO_WIDE) == []


def both_have_a_trick(state: State) -> bool:
    return {0, 1} <= {trick.winner for trick in state.tricks}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("size", [(360, 640), (740, 360), (768, 1024), (1440, 900)])
def test_low_clock_fits_its_plate(at: At, language: str, size: tuple[int, int]) -> None:
    seats = tuple(replace(seat, clock=clock(0, 7.4, running=True)) for seat in SEATS)
    for declarer in range(3):
        with translation.override(language):
            page = at(snapshot(playing(with_declarer(declarer), 2, 3), seats=seats), size)
        expect(page.locator(".clock.low")).to_have_count(3)
        assert page.locator(".plate .clock").evaluate_all(TOO_WIDE) == []
