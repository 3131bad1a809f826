"""Hints: shown on request, over the table, and gone with the next version."""

from django.template.loader import render_to_string
from playwright.sync_api import Position, expect

from games.engine import DUMMY, legal_cards
from games.play.snapshot import SeatInfo
from tests.pages.scenes import SEATS, bidding, dealt, snapshot, to_play, with_declarer
from tests.scripts.conftest import LAPTOP, PHONE, SMALL_PHONE, TALL_PHONE, Screen, Screens

BOTS = (SEATS[0], SeatInfo(1, "Bot Wren", True), SEATS[2])

FULL_HINT: dict[str, object] = {
    "choice": "A bot would play the three of diamonds.",
    "reason": "The trick is better left to the others: this card is the one you can spare.",
    "allowed": "Only diamonds: that suit was led, and this hand has to follow it.",
    "needs": ["You need 4 of the 9 tricks left to make your 6.", "Ana can’t make 3 any more.", "Ben has made 3."],
}
COVERED = """([selector]) => [...document.querySelectorAll(selector)].filter(part => {
    const {left, top, width, height} = part.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return part.checkVisibility() && !part.contains(seen);
}).map(part => part.outerHTML)"""
"""Which shown parts are under something else."""


def test_hint_is_shown_on_request_and_removed_with_the_next_version(screen: Screen) -> None:
    state = bidding(dealt(9, dealer=0), 2)
    page = screen.open(snapshot(state, version=1, seats=BOTS))
    ask_for_a_hint(screen, {"choice": "A bot would bid 3.", "reason": "Three tricks are sure.", "allowed": "0 to 13."})
    assert page.evaluate("() => [requests[0].method, requests[0].path]") == ["GET", "/tables/KQJT98/hint/"]
    expect(page.get_by_role("heading", name="A bot would bid")).to_be_visible()
    screen.push(snapshot(state, version=2, seats=BOTS))
    expect(page.get_by_role("heading", name="A bot would bid")).to_have_count(0)
    expect(page.locator("#hint-2")).to_be_visible()


def test_click_beside_a_hint_that_covers_the_bids_only_closes_it(screens: Screens) -> None:
    state = bidding(dealt(9, dealer=0), 2)
    number: tuple[str, Position] = (".numbers label >> nth=1", {"x": 8, "y": 4})
    bid: tuple[str, Position] = (".centre-panel form button >> nth=-1", {"x": 8, "y": 36})
    for size, (beside, at), is_covered in ((SMALL_PHONE, bid, True), (PHONE, number, True), (LAPTOP, number, False)):
        screen = screens(size)
        page = screen.open(snapshot(state, version=1, seats=BOTS))
        ask_for_a_hint(screen, FULL_HINT)
        chosen = page.locator("[name=tricks]:checked")
        page.locator(beside).click(position=at)
        expect(page.locator(".ask-hint[open]")).to_have_count(0)
        expect(chosen).to_have_count(0 if is_covered else 1)
        page.locator(".numbers label").nth(7).click()
        expect(chosen).to_have_value("7")


def test_hint_before_the_play_is_closed_by_its_button_or_its_bid_is_made(screens: Screens) -> None:
    bid = {"words": "Bid 4, nil on the dummy", "tricks": 4, "nils": ["dummy"]}
    for size in (SMALL_PHONE, PHONE, LAPTOP):
        screen = screens(size)
        page = screen.open(snapshot(bidding(dealt(9, dealer=0), 2), version=1, seats=BOTS))
        ask_for_a_hint(screen, FULL_HINT | {"bid": bid})
        page.get_by_role("button", name="Close").click()
        expect(page.locator(".ask-hint[open]")).to_have_count(0)
        expect(page.locator("#hint-1 > summary")).to_be_focused()
        page.locator("#hint-1 > summary").click()
        page.get_by_role("button", name=str(bid["words"])).click()
        page.wait_for_function("() => requests.length === 2")
        assert page.evaluate("() => [requests[1].method, requests[1].path]") == ["POST", "/tables/KQJT98/bid/"]


def test_first_game_s_hint_comes_with_one_click(screen: Screen) -> None:
    page = screen.open(snapshot(bidding(dealt(9, dealer=0), 2), version=1, seats=BOTS))
    page.locator("#hint-1 > summary").click()
    page.wait_for_function("() => requests.length === 1")
    asks = {"hint": None, "code": "KQJT98", "is_first_game": True}
    screen.answer(0, render_to_string("learning/_hint.html", asks))
    page.wait_for_function("() => requests.length === 2")
    assert page.evaluate("() => [requests[1].method, requests[1].path]") == ["POST", "/tables/KQJT98/hint/"]


def test_price_of_a_hint_is_named_before_and_accepted_by_a_form(screen: Screen) -> None:
    page = screen.open(snapshot(bidding(dealt(9, dealer=0), 2), version=1, seats=BOTS))
    page.locator("#hint-1 > summary").click()
    page.wait_for_function("() => requests.length === 1")
    screen.answer(0, render_to_string("learning/_hint.html", {"hint": None, "code": "KQJT98"}))
    expect(page.locator("#hint-1")).to_contain_text("makes this game unrated")
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".ask-hint[open]")).to_have_count(0)
    page.locator("#hint-1 > summary").click()
    page.get_by_role("button", name="Show the hint").click()
    page.wait_for_function("() => requests.length === 2")
    assert page.evaluate("() => [requests[1].method, requests[1].path]") == ["POST", "/tables/KQJT98/hint/"]
    screen.answer(1, render_to_string("learning/_hint.html", {"hint": FULL_HINT}))
    expect(page.get_by_role("heading", name=str(FULL_HINT["choice"]))).to_be_visible()
    expect(page.get_by_role("button", name="Show the hint")).to_have_count(0)


def test_card_that_a_hint_names_is_marked_and_in_sight_while_the_hint_is_open(screens: Screens) -> None:
    """In the own hand and in the dummy; neither scores nor names are covered."""
    for size in (PHONE, TALL_PHONE, LAPTOP):
        screen = screens(size)
        for hand, declares in ((0, False), (DUMMY, True)):
            state = to_play(with_declarer(0 if declares else 2), hand, declares)
            page = screen.open(snapshot(state, version=1, seats=BOTS))
            code = str(legal_cards(state)[-1])
            ask_for_a_hint(screen, FULL_HINT | {"card": code})
            expect(page.locator(".hinted")).to_have_attribute("id", f"card-{code}")
            page.locator(".hinted").click(trial=True)
            covered = page.evaluate(COVERED, [".hinted, .scores .score, #plate-0 .name, .at-top > .plate .name"])
            assert covered == []
            page.keyboard.press("Escape")
            expect(page.locator(".hinted")).to_have_count(0)


def ask_for_a_hint(screen: Screen, hint: dict[str, object]) -> None:
    """Open the hint of version 1, and answer with this one."""
    screen.page.locator("#hint-1 > summary").click()
    screen.page.wait_for_function("() => requests.length === 1")  # a <details> says that it opens a moment later
    screen.answer(0, render_to_string("learning/_hint.html", {"hint": hint, "code": "KQJT98", "version": 1}))
