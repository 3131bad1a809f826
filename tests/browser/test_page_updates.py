"""A live update changes nothing but what is new: focus, open panels and unfinished bids stay."""

import pytest
from playwright.sync_api import Page, expect

from games.engine import DUMMY, Claim, State, act, legal_cards
from tests.browser.conftest import At, stop_the_clock
from tests.browser.test_buttons import OVERLAPPING
from tests.presenters.pages import push
from tests.presenters.scenes import dealt, finished, playing, snapshot, to_play, walk, with_declarer

PLACES = """selector => [...document.querySelectorAll(selector)]
    .map(({id, className, offsetLeft, offsetTop}) => [id || className, offsetLeft, offsetTop])"""


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


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1440, 900)])
def test_nothing_moves_when_a_player_is_ready(at: At, size: tuple[int, int]) -> None:
    sheet = snapshot(finished(dealt()), version=1, ready=frozenset())
    page = at(sheet, size)
    places = page.evaluate(PLACES, "#last-of-deal")
    for version, ready in ((2, {1}), (3, {1, 2}), (4, {0, 1})):
        push(page, sheet.changed(version=version, ready=frozenset(ready)))
        expect(page.locator(".actions")).to_contain_text("Ready: ")
        assert page.evaluate(PLACES, "#last-of-deal") == places
