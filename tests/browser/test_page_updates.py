"""A live update changes nothing but what is new: focus, open panels and unfinished bids stay."""

import json
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from games.engine import DUMMY, Bid, Claim, Peek, PeekRule, Play, State, act, legal_cards
from games.models import Stage
from games.presenters.words import card_name
from tests.browser.conftest import At, stop_the_clock
from tests.browser.test_buttons import OVERLAPPING
from tests.presenters.pages import push
from tests.presenters.scenes import dealt, finished, playing, snapshot, to_play, walk, with_declarer

Motion = Literal["reduce", "no-preference"]

PLACES = """selector => [...document.querySelectorAll(selector)]
    .map(({id, className, offsetLeft, offsetTop}) => [id || className, offsetLeft, offsetTop])"""


CENTRE = """element => {
    const {x, y, width, height} = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""


BEGINNING = """() => document.addEventListener("htmx:after:swap", () => {
    const moving = document.getAnimations().filter(moves => moves.effect.target.matches(".plate, #trick .lying"));
    for (const animation of moving) Object.assign(animation, {currentTime: 0, playbackRate: 0});
    const felt = document.getElementById("felt").getBoundingClientRect();
    window.outside = moving.map(({effect: {target}}) => [target.id, target.getBoundingClientRect()])
        .filter(([_, {left, right}]) => left < felt.left || right > felt.right).map(([id]) => id);
})"""
"""After the next update, stop moving elements at their start, and list those outside the felt."""


WIDENED = """part => {
    getComputedStyle(part).paddingLeft;
    part.style.paddingLeft = "77px";
    return getComputedStyle(part).paddingLeft;
}"""


def test_unsent_bid_survives_an_update(at: At) -> None:
    state = dealt(dealer=2)
    page = at(snapshot(state, version=1))
    page.locator(".numbers label").nth(5).click()
    page.locator(".nil-choices label").nth(1).click()
    expect(page.locator("[data-label]")).to_have_text("Bid 5, nil on the dummy")
    push(page, snapshot(state, version=2))
    expect(page.locator("#state")).to_have_attribute("data-version", "2")
    expect(page.locator("[name=tricks][value='5']")).to_be_checked()
    expect(page.locator("[name=nils][value=dummy]")).to_be_checked()
    expect(page.locator("[data-label]")).to_have_text("Bid 5, nil on the dummy")


def test_picked_places_survive_another_players_peek(at: At) -> None:
    state = dealt(peek=PeekRule.THREE)
    page = at(snapshot(state, version=1))
    places = page.locator("label:has([name=places])")
    places.nth(2).click()
    push(page, snapshot(act(state, Peek(1, (0, 1, 2))), version=2))
    expect(page.locator("#plate-1")).to_contain_text("has looked")
    expect(page.locator("[name=places]").nth(2)).to_be_checked()
    expect(page.locator("[data-picked]")).to_have_text("1/3")


def test_no_more_places_can_be_picked_than_the_rules_allow(at: At) -> None:
    page = at(snapshot(dealt(peek=PeekRule.THREE)))
    for place in range(3):
        page.locator("label:has([name=places])").nth(place).click()
    expect(page.locator("[data-picked]")).to_have_text("3/3")
    expect(page.locator("[name=places]").nth(7)).to_be_disabled()


def test_open_panels_and_the_focus_survive_an_update(at: At) -> None:
    state = playing(with_declarer(2), 3, 1)
    page = at(snapshot(state, version=1))
    page.locator("#last-trick > summary").click()
    card = page.locator("#hand button.card").last
    card.focus()
    code = card.get_attribute("id")
    push(page, snapshot(playing(with_declarer(2), 3, 2), version=2))
    expect(page.locator("#state")).to_have_attribute("data-version", "2")
    expect(page.locator("#last-trick")).to_have_attribute("open", "")
    expect(page.locator(f"#{code}")).to_be_focused()


def test_older_table_never_overwrites_a_newer_one(at: At) -> None:
    state = dealt(dealer=2)
    page = at(snapshot(act(state, Bid(0, 5)), version=7))
    push(page, snapshot(state, version=6))
    expect(page.locator("#state")).to_have_attribute("data-version", "7")
    expect(page.locator(".bid-form")).to_have_count(0)


def test_notice_stays_until_the_table_changes(at: At) -> None:
    state = dealt(dealer=2)
    page = at(snapshot(state, version=1))
    push(page, snapshot(state, version=1), notice="It is not your turn.")
    push(page, snapshot(state, version=1))
    expect(page.get_by_role("alert")).to_have_text("It is not your turn.")
    push(page, snapshot(state, version=1, here=frozenset({0, 2}), away_too_long=frozenset({1})))
    expect(page.get_by_role("button", name="Call a bot")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text("It is not your turn.")
    push(page, snapshot(act(state, Bid(0, 5)), version=2))
    expect(page.get_by_role("alert")).to_have_count(0)


def test_title_of_the_page_follows_the_turn(at: At) -> None:
    state = dealt(dealer=2)
    page = at(snapshot(state, version=1))
    expect(page).to_have_title("Your turn · Thursday table · Dummy Hand Spades")
    push(page, snapshot(act(state, Bid(0, 5)), version=2))
    expect(page).to_have_title("Thursday table · Dummy Hand Spades")


@pytest.mark.parametrize("text_table", [False, True], ids=["cards", "text"])
def test_click_on_a_dimmed_card_says_why_and_sends_nothing(at: At, text_table: bool) -> None:
    page = at(snapshot(to_play(with_declarer(1), 0, False)), text_table=text_table)
    stop_the_clock(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.locator("#hand button.card[aria-disabled=true]").first.click(force=True)
    expect(page.locator("#tell")).to_contain_text("follow")
    expect(page.locator("#why-not-0.told")).to_be_in_viewport(ratio=1)
    page.clock.run_for(6000)
    expect(page.locator(".told")).to_have_count(0)
    assert "POST" not in sent


@pytest.mark.parametrize("text_table", [False, True], ids=["cards", "text"])
@pytest.mark.parametrize("size", [(360, 640), (740, 360), (768, 1024)])
def test_reason_for_the_dummys_dimmed_card_is_not_cut_off(at: At, size: tuple[int, int], text_table: bool) -> None:
    """The words may be wider than the few cards that are left."""
    page = at(snapshot(walk(with_declarer(0), last_choice_of_the_dummy, seed=9)), size, text_table=text_table)
    stop_the_clock(page)
    page.locator("#dummy button.card[aria-disabled=true]").first.click(force=True)
    told = page.locator("#why-not-dummy.told")
    expect(told).to_be_in_viewport(ratio=1)
    assert told.evaluate("words => words.scrollWidth <= words.clientWidth && words.scrollHeight <= words.clientHeight")


def last_choice_of_the_dummy(state: State) -> bool:
    """Whether the dummy has to follow suit with one of its last two cards."""
    held = state.hands[DUMMY]
    return len(held) == 2 and state.hand_to_play == DUMMY and 0 < len(legal_cards(state)) < len(held)


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)], ids=["phone", "laptop"])
def test_only_cards_move_while_tricks_are_played(at: At, size: tuple[int, int]) -> None:
    """Neither the turn, nor tricks taken, nor a failed nil, nor a shorter suit moves a plate or a hand."""
    deals = [playing(with_declarer(2), tricks, cards) for tricks in range(1, 6) for cards in range(4)]
    assert_nothing_stirs(
        at(snapshot(deals[0]), size), deals, "#felt .plate, #trick, #dummy, #open-dummy, #bar, .scores"
    )


def assert_nothing_stirs(page: Page, deals: list[State], parts: str) -> None:
    """Check that no part moves while the page goes through these deals; it shows the first."""
    places = page.evaluate(PLACES, parts)
    for version, state in enumerate(deals[1:], start=snapshot(deals[0]).shown.version + 1):
        push(page, snapshot(state, version=version))
        assert page.evaluate(PLACES, parts) == places


@pytest.mark.parametrize("size", [(360, 640), (740, 360), (768, 1024), (1440, 900)])
def test_nothing_moves_when_a_move_is_refused(at: At, size: tuple[int, int]) -> None:
    shown = snapshot(to_play(with_declarer(0), 3, True))
    page = at(shown, size)
    places = page.evaluate(PLACES, "#felt, #hand")
    push(page, shown, notice="The table has moved on since then. Look again, and play the card that you want to play.")
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    assert page.evaluate(PLACES, "#felt, #hand") == places


@pytest.mark.parametrize("size", [(360, 640), (360, 560), (740, 360), (768, 1024), (1024, 768), (1440, 900)])
def test_nothing_moves_when_the_dummys_last_cards_are_played(at: At, size: tuple[int, int]) -> None:
    """Also when one of the two rows of a hand on a phone is empty."""
    deals = [playing(with_declarer(0), tricks, cards) for tricks in (9, 10, 11, 12) for cards in (1, 3)]
    page = at(snapshot(deals[0]), size)
    assert_nothing_stirs(page, deals, "#felt .plate, #trick, #hand")
    expect(page.locator("#dummy .card")).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), (360, 560), (740, 360), (768, 1024), (1024, 768), (1440, 900)])
@pytest.mark.parametrize("declarer", range(3))
def test_claim_moves_and_covers_no_hand(at: At, size: tuple[int, int], declarer: int) -> None:
    """The claim covers neither the own cards nor the prompt."""
    lead = walk(with_declarer(declarer), lambda now: len(now.tricks) > 1 and not now.trick and now.player_to_play != 0)
    page = at(snapshot(lead, version=1), size)
    places = page.evaluate(PLACES, "#felt .plate, #hand, #dummy, #open-dummy")
    assert lead.player_to_play
    push(page, snapshot(act(lead, Claim(lead.player_to_play)), version=2))
    expect(page.locator("#claim button").first).to_be_in_viewport(ratio=1)
    assert page.evaluate(PLACES, "#felt .plate, #hand, #dummy, #open-dummy") == places
    assert page.locator("#claim, #hand, .turn-tag.mine").evaluate_all(OVERLAPPING) == []


@pytest.mark.parametrize(
    ("system", "no_animation"), [("reduce", False), ("no-preference", True)], ids=["system", "player"]
)
def test_changes_are_immediate_with_reduced_motion(at: At, system: Motion, no_animation: bool) -> None:
    """Otherwise a page would be seen, and clicked, before its styles apply."""
    page = at(snapshot(with_declarer(0)), no_animation=no_animation)
    page.emulate_media(reduced_motion=system)
    assert page.locator("#felt").evaluate(WIDENED) == "77px"


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
def test_card_of_an_open_dummy_moves_from_its_place(at: At, size: tuple[int, int]) -> None:
    state = to_play(with_declarer(1), DUMMY, viewer_declares=False)
    card = legal_cards(state)[0]
    page = at(snapshot(state, version=1), size)
    page.emulate_media(reduced_motion="no-preference")
    lay = page.locator(f"#open-dummy [aria-label='{card_name(card)}' i]").evaluate(CENTRE)
    page.evaluate(BEGINNING)
    push(page, snapshot(act(state, Play(1, card)), version=2))
    assert page.locator(f"#trick .lying:has([aria-label='{card_name(card)}' i])").evaluate(CENTRE) == pytest.approx(
        lay, abs=2
    )


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1440, 900)])
def test_nothing_moves_when_a_player_is_ready(at: At, size: tuple[int, int]) -> None:
    sheet = snapshot(finished(dealt()), version=1, ready=frozenset())
    page = at(sheet, size)
    places = page.evaluate(PLACES, "#last-of-deal")
    for version, ready in ((2, {1}), (3, {1, 2}), (4, {0, 1})):
        push(page, sheet.changed(version=version, ready=frozenset(ready)))
        expect(page.locator(".actions")).to_contain_text("Ready: ")
        assert page.evaluate(PLACES, "#last-of-deal") == places


def test_totals_count_on_from_those_before_the_deal(at: At) -> None:
    page = at(snapshot(finished(with_declarer(2))))
    total = page.locator(".end-bottom .total b")
    after = total.inner_text()
    stop_the_clock(page)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("countUp()")
    page.clock.run_for(40)
    assert total.inner_text() != after
    page.clock.run_for(1000)
    assert total.inner_text() == after


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
def test_moving_plates_and_cards_start_on_the_felt(at: At, size: tuple[int, int]) -> None:
    """Also a plate that grows as wide as the felt."""
    page = at(snapshot(None, version=1), size)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(BEGINNING)
    push(page, snapshot(dealt(), version=2))
    assert page.evaluate("outside") == []


def test_new_stage_scrolls_to_the_top_and_updates_do_not_scroll(at: At) -> None:
    over = snapshot(finished(dealt()), version=1)
    page = at(over)
    page.evaluate("() => scrollTo(0, 300)")
    push(page, over.changed(version=2, ready=frozenset({1, 2})))
    expect(page.locator("#state")).to_have_attribute("data-version", "2")
    assert page.evaluate("() => scrollY") == 300
    push(page, snapshot(dealt(6), version=3))
    expect(page.locator("#hand")).to_be_visible()
    assert page.evaluate("() => scrollY") == 0


def test_plain_form_from_an_update_gets_the_pages_token(at: At) -> None:
    over = snapshot(finished(dealt()), stage=Stage.OVER, winner=1)
    page = at(over)
    token = json.loads(page.locator("body").get_attribute("hx-headers:inherited") or "")["X-CSRFToken"]
    push(page, over.changed(version=over.shown.version + 1))
    form = page.locator("main form[method=post]:not([hx-post])").first
    expect(form.locator("[name=csrfmiddlewaretoken]")).to_have_count(0)
    form.evaluate("form => form.dispatchEvent(new SubmitEvent('submit', {bubbles: true}))")
    expect(form.locator("[name=csrfmiddlewaretoken]")).to_have_value(token)
