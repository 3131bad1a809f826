"""What the page does by itself where people wait for each other: clocks, notices, forced cards, the link."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.engine import Bid, State, act, legal_cards
from games.play.snapshot import (
    OpenProposal,
    SeatClock,
    SeatInfo,
    Snapshot,
)
from tests.browser.conftest import At, stop_the_clock
from tests.presenters.pages import push
from tests.presenters.scenes import SEATS, dealt, gathering, playing, seated, snapshot, to_play, walk, with_declarer


def clocks(move: float, reserve: float, *, running: bool = True) -> tuple[SeatInfo, ...]:
    """Three people; the clock of player 0 shows this."""
    return seated({"clock": SeatClock(move, reserve, running)}, {}, {})


def forced(page: Page) -> list[str]:
    """The cards sent from now on, which is what this list fills with."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    return sent


def in_slow_motion(at: At, shown: Snapshot) -> Page:
    """The page of a table, where time passes by `run_for` only."""
    page = at(gathering())
    stop_the_clock(page)
    return at(shown)


def test_a_clock_counts_down_by_itself_through_the_move_and_the_reserve(at: At) -> None:
    page = in_slow_motion(at, snapshot(dealt(dealer=2), seats=clocks(12, 60)))
    clock = page.locator("#clock-0 [aria-hidden]")
    page.clock.run_for(5_000)
    expect(clock).to_contain_text("0:07 +1:00")
    page.clock.run_for(17_000)
    expect(clock).to_contain_text("0:50")
    expect(clock).not_to_contain_text("+")


def test_a_clock_that_stands_still_does_not_count(at: At) -> None:
    page = in_slow_motion(at, snapshot(dealt(dealer=2), seats=clocks(12, 60, running=False)))
    page.clock.run_for(5_000)
    expect(page.locator("#clock-0 [aria-hidden]")).to_contain_text("0:12 +1:00")


def test_the_last_seconds_are_said_in_words_and_aloud_once(at: At) -> None:
    page = in_slow_motion(at, snapshot(dealt(dealer=2), seats=clocks(10, 25)))
    aloud = page.locator("#clock-say")
    page.clock.run_for(3_000)
    expect(aloud).to_have_text("")
    page.clock.run_for(4_000)
    expect(aloud).to_have_text("Seconds left: 30")
    expect(page.locator("#clock-0.low")).to_have_count(0)
    page.clock.run_for(19_000)
    expect(aloud).to_have_text("Seconds left: 10")
    expect(page.locator("#clock-0 em")).to_be_visible()


def test_an_update_sets_the_clock_right(at: At) -> None:
    page = in_slow_motion(at, snapshot(dealt(dealer=2), seats=clocks(90, 60)))
    push(page, snapshot(dealt(dealer=2), seats=clocks(25, 60), version=41))
    page.clock.run_for(1_000)
    expect(page.locator("#clock-0 [aria-hidden]")).to_contain_text("0:24")


def test_a_forced_card_is_played_only_where_the_player_wants_it(at: At) -> None:
    state = walk(with_declarer(2), lambda now: now.hand_to_play == 0 and len(now.hands[0]) == 1)
    page = at(snapshot(state))
    sent = forced(page)
    page.clock.install()
    page.clock.run_for(2_000)
    assert sent == []
    with page.expect_request(lambda request: request.method == "POST"):
        at(snapshot(state), plays_forced=True)
        page.clock.run_for(500)
    assert f"card={state.hands[0][0]}" in sent[0]


def test_the_last_card_alone_is_played_for_who_wants_no_more_than_that(at: At) -> None:
    page = at(snapshot(walk(with_declarer(2), is_forced_early, seed=0)), plays_last=True)
    sent = forced(page)
    page.clock.install()
    page.clock.run_for(2_000)
    assert sent == []
    last = walk(with_declarer(2), lambda now: now.hand_to_play == 0 and len(now.hands[0]) == 1)
    with page.expect_request(lambda request: request.method == "POST"):
        at(snapshot(last), plays_last=True)
        page.clock.run_for(500)
    assert f"card={last.hands[0][0]}" in sent[0]


def is_forced_early(now: State) -> bool:
    """One card alone may be played from the viewer's hand, which holds more."""
    return now.hand_to_play == 0 and len(legal_cards(now)) == 1 < len(now.hands[0])


def test_a_choice_of_cards_is_left_to_the_player(at: At) -> None:
    page = at(snapshot(with_declarer(1)), plays_forced=True)
    sent = forced(page)
    page.clock.install()
    push(page, snapshot(with_declarer(1), version=41))
    page.clock.run_for(2_000)
    assert sent == []


def test_this_device_keeps_its_wish_for_notifications(at: At) -> None:
    page = at(snapshot(playing(with_declarer(2), 3, 1)))
    page.evaluate("Notification.requestPermission = async () => 'granted'")
    page.locator("#menu > summary").click()
    page.get_by_label("A notification on my turn").check()
    push(page, snapshot(playing(with_declarer(2), 3, 2), version=41))
    expect(page.get_by_label("A notification on my turn")).to_be_checked()
    page.reload()
    page.locator("#menu > summary").click()
    expect(page.get_by_label("A notification on my turn")).to_be_checked()


def test_a_proposal_moves_nothing_on_the_table(at: At) -> None:
    state = to_play(with_declarer(2), 0, False)
    page = at(snapshot(state, seats=seated({}, {}, {})))
    before = page.locator("#hand button.card").first.bounding_box()
    asked = OpenProposal("back", 1, frozenset({0, 2}))
    push(page, snapshot(state, seats=seated({}, {}, {}), proposal=asked, version=41))
    expect(page.get_by_role("button", name="Agree")).to_be_visible()
    assert page.locator("#hand button.card").first.bounding_box() == before


def test_a_question_that_lapses_says_when(at: At) -> None:
    asked = OpenProposal("back", 1, frozenset({0, 2}), timezone.now() + timedelta(minutes=2))
    page = at(snapshot(to_play(with_declarer(2), 0, False), seats=seated({}, {}, {}), proposal=asked))
    expect(page.locator("#question")).to_contain_text(re.compile(r"No answer counts as no: \d:\d\d"))
    expect(page.get_by_role("button", name="Agree")).to_be_in_viewport()


def test_the_table_with_clocks_fits_a_phone(at: At) -> None:
    low = seated({"clock": SeatClock(0, 7.4, True)}, *[{"clock": SeatClock(10, 45, False)}] * 2)
    for declarer in range(3):
        page = at(snapshot(to_play(with_declarer(declarer), 0, declarer == 0), seats=low))
        box = page.locator(".felt").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_link_is_whole_after_an_update_and_can_be_copied(at: At) -> None:
    page = at(gathering())
    push(page, gathering(0, *SEATS, version=41))
    expect(page.locator("#link")).to_have_value("http://table.test/tables/KQJT98/")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_the_title_counts_the_other_tables_that_wait(at: At) -> None:
    state = dealt(dealer=2)
    page = at(snapshot(act(state, Bid(0, 5)), version=1))
    page.evaluate("""() => htmx.swap({
        sourceElement: document.body, target: "#turns", swap: "innerMorph", text: '<a data-turns="2" href="/">2</a>',
    })""")
    expect(page).to_have_title("(2) Thursday table · Dummy Hand Spades")
