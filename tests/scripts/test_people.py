"""What the page does by itself in games between people: clocks, forced cards, countdowns, the link."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from games.engine import State, legal_cards
from games.play.snapshot import OpenProposal
from tests.pages.scenes import Scene, clock, dealt, gathering, playing, seated, snapshot, to_play, walk, with_declarer
from tests.scripts.conftest import TABLET, Screen, Screens
from tests.tables import Time


def with_clock(move: float, reserve: float, version: int, *, running: bool = True) -> Scene:
    """Three people at a table that waits for a bid of player 0, whose clock shows this now."""
    seats = seated({"clock": clock(move, reserve, running=running)}, {}, {})
    return snapshot(dealt(dealer=2), seats=seats, version=version)


@pytest.mark.usefixtures("time")  # clocks are drawn as they were made, however busy the machine
def test_clock_counts_down_as_long_as_it_runs_from_what_the_last_update_said(screen: Screen) -> None:
    page = screen.open(with_clock(11.5, 60, 1, running=False))
    shown = page.locator("#clock-0 [aria-hidden]")
    page.clock.run_for(5_000)
    expect(shown).to_contain_text("0:12 +1:00")
    screen.push(with_clock(11.5, 60, 2))
    page.clock.run_for(5_000)
    expect(shown).to_contain_text("0:07 +1:00")
    page.clock.run_for(17_000)
    expect(shown).to_contain_text("0:50")
    expect(shown).not_to_contain_text("+")
    screen.push(with_clock(24.5, 60, 3))
    page.clock.run_for(1_000)
    expect(shown).to_contain_text("0:24 +1:00")
    # The last seconds are shown in words, and announced once.
    screen.push(with_clock(10, 25, 4))
    aloud = page.locator("#clock-say")
    page.clock.run_for(3_000)
    expect(aloud).to_have_text("")
    page.clock.run_for(4_000)
    expect(aloud).to_have_text("Seconds left: 30")
    expect(page.locator("#clock-0.low")).to_have_count(0)
    page.evaluate("() => document.getElementById('clock-say').textContent = 'said'")
    page.clock.run_for(10_000)
    expect(aloud).to_have_text("said")
    page.clock.run_for(9_000)
    expect(aloud).to_have_text("Seconds left: 10")
    expect(page.locator("#clock-0 em")).to_be_visible()


def is_last(now: State) -> bool:
    """Whether the viewer has one card, and may play it."""
    return now.hand_to_play == 0 and len(now.hands[0]) == 1


def is_forced_early(now: State) -> bool:
    """Whether the viewer holds several cards and may play only one."""
    return now.hand_to_play == 0 and len(legal_cards(now)) == 1 < len(now.hands[0])


def test_forced_card_is_played_only_as_the_player_wishes(screen: Screen) -> None:
    """The last card only, or any card without a choice; never while something else is asked."""
    last = walk(with_declarer(2), is_last)
    early = walk(with_declarer(2), is_forced_early, seed=0)
    choice = with_declarer(1)
    asked = OpenProposal("back", 1, frozenset({1}))
    for state, preferences, changes, plays in (
        (last, {}, {}, False),
        (last, {"autoplays_last": True}, {}, True),
        (last, {"autoplays_forced": True}, {}, True),
        (early, {"autoplays_last": True}, {}, False),
        (early, {"autoplays_forced": True}, {}, True),
        (choice, {"autoplays_forced": True}, {}, False),
        (last, {"autoplays_forced": True}, {"seats": seated({}, {}, {}), "proposal": asked}, False),
    ):
        page = screen.open(snapshot(state, version=1), **preferences)
        screen.push(snapshot(state, version=2, **changes))
        page.clock.run_for(2_000)
        cards = [fields["card"] for _, fields in screen.posts]
        assert cards == ([[str(card) for card in legal_cards(state)]] if plays else []), (preferences, changes)


def test_proposal_counts_down_by_the_clock_of_the_site(screen: Screen, time: Time) -> None:
    asked = OpenProposal("back", 1, frozenset({1}), time.now + timedelta(seconds=120))
    page = screen.open(snapshot(to_play(with_declarer(2), 0, False), seats=seated({}, {}, {}), proposal=asked))
    assert page.evaluate("new Date().getFullYear()") == 1970
    for shown in ("2:00", "1:30"):
        expect(page.locator("#question")).to_contain_text(f"No answer counts as no: {shown}")
        page.clock.run_for(30_000)
    expect(page.get_by_role("button", name="Agree")).to_be_in_viewport()


def test_link_is_complete_after_an_update_and_can_be_copied(screen: Screen) -> None:
    page = screen.open(gathering())
    screen.push(gathering(version=41))
    expect(page.locator("#link")).to_have_text("http://table.test/tables/KQJT98/")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("getSelection().toString()") == "http://table.test/tables/KQJT98/"


def test_tap_elsewhere_closes_what_is_unfolded_over_the_table(screens: Screens) -> None:
    page = screens(TABLET).open(snapshot(playing(with_declarer(2), 3, 1)))
    for unfolded, inside in (("#menu", ".menu-panel"), ("#last-trick", ".past")):
        page.locator(f"{unfolded} > summary").click()
        expect(page.locator(unfolded)).to_have_attribute("open", "")
        page.locator(f"{unfolded} {inside}").click(position={"x": 12, "y": 3})
        expect(page.locator(unfolded)).to_have_attribute("open", "")
        page.locator("#plate-0").click()
        expect(page.locator(unfolded)).not_to_have_attribute("open", "")
