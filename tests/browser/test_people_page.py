"""What the page does by itself in games between people: clocks, notices, forced cards, the link."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from games.engine import Bid, State, act, legal_cards
from games.play.snapshot import OpenProposal, SeatInfo
from tests.browser.conftest import At, stop_the_clock
from tests.presenters.pages import push
from tests.presenters.scenes import (
    SEATS,
    Scene,
    clock,
    dealt,
    gathering,
    playing,
    seated,
    snapshot,
    to_play,
    walk,
    with_declarer,
)


def with_clock(move: float, reserve: float, *, running: bool = True, version: int = 40) -> Scene:
    """Three people at a table that waits for a bid of player 0, whose clock shows this now."""
    seats = seated({"clock": clock(move, reserve, running=running)}, {}, {})
    return snapshot(dealt(dealer=2), seats=seats, version=version)


def forced(page: Page) -> list[str]:
    """Return a list that fills with the cards sent from now on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    return sent


def in_slow_motion(at: At, move: float, reserve: float, *, running: bool = True) -> Page:
    """Return the page of a table where the clock of player 0 shows this, and time passes by `run_for` only."""
    page = at(gathering())
    stop_the_clock(page)
    return at(with_clock(move, reserve, running=running))


def test_running_clock_counts_down_move_then_reserve(at: At) -> None:
    page = in_slow_motion(at, 12, 60)
    clock = page.locator("#clock-0 [aria-hidden]")
    page.clock.run_for(5_000)
    expect(clock).to_contain_text("0:07 +1:00")
    page.clock.run_for(17_000)
    expect(clock).to_contain_text("0:50")
    expect(clock).not_to_contain_text("+")


def test_stopped_clock_does_not_count_down(at: At) -> None:
    page = in_slow_motion(at, 12, 60, running=False)
    page.clock.run_for(5_000)
    expect(page.locator("#clock-0 [aria-hidden]")).to_contain_text("0:12 +1:00")


def test_last_seconds_are_shown_in_words_and_announced_once(at: At) -> None:
    page = in_slow_motion(at, 10, 25)
    aloud = page.locator("#clock-say")
    page.clock.run_for(3_000)
    expect(aloud).to_have_text("")
    page.clock.run_for(4_000)
    expect(aloud).to_have_text("Seconds left: 30")
    expect(page.locator("#clock-0.low")).to_have_count(0)
    page.clock.run_for(19_000)
    expect(aloud).to_have_text("Seconds left: 10")
    expect(page.locator("#clock-0 em")).to_be_visible()


def test_update_corrects_the_clock(at: At) -> None:
    page = in_slow_motion(at, 90, 60)
    push(page, with_clock(25, 60, version=41))
    page.clock.run_for(1_000)
    expect(page.locator("#clock-0 [aria-hidden]")).to_contain_text("0:24")


def test_forced_card_is_played_only_if_the_preference_is_on(at: At) -> None:
    state = walk(with_declarer(2), lambda now: now.hand_to_play == 0 and len(now.hands[0]) == 1)
    page = at(snapshot(state))
    sent = forced(page)
    page.clock.install()
    page.clock.run_for(2_000)
    assert sent == []
    with page.expect_request(lambda request: request.method == "POST"):
        at(snapshot(state), autoplays_forced=True)
        page.clock.run_for(500)
    assert f"card={state.hands[0][0]}" in sent[0]


def test_only_the_last_card_is_played_with_that_preference(at: At) -> None:
    page = at(snapshot(walk(with_declarer(2), is_forced_early, seed=0)), autoplays_last=True)
    sent = forced(page)
    page.clock.install()
    page.clock.run_for(2_000)
    assert sent == []
    last = walk(with_declarer(2), lambda now: now.hand_to_play == 0 and len(now.hands[0]) == 1)
    with page.expect_request(lambda request: request.method == "POST"):
        at(snapshot(last), autoplays_last=True)
        page.clock.run_for(500)
    assert f"card={last.hands[0][0]}" in sent[0]


def is_forced_early(now: State) -> bool:
    """Whether the viewer holds several cards and may play only one."""
    return now.hand_to_play == 0 and len(legal_cards(now)) == 1 < len(now.hands[0])


def test_choice_of_cards_is_never_played_automatically(at: At) -> None:
    page = at(snapshot(with_declarer(1)), autoplays_forced=True)
    sent = forced(page)
    page.clock.install()
    push(page, snapshot(with_declarer(1), version=41))
    page.clock.run_for(2_000)
    assert sent == []


def test_device_remembers_whether_to_show_notifications(at: At) -> None:
    page = at(snapshot(playing(with_declarer(2), 3, 1)))
    page.evaluate("Notification.requestPermission = async () => 'granted'")
    page.locator("#menu > summary").click()
    page.get_by_label("A notification on my turn").check()
    push(page, snapshot(playing(with_declarer(2), 3, 2), version=41))
    expect(page.get_by_label("A notification on my turn")).to_be_checked()
    page.reload()
    page.locator("#menu > summary").click()
    expect(page.get_by_label("A notification on my turn")).to_be_checked()


def test_proposal_moves_nothing_on_the_table(at: At) -> None:
    state = to_play(with_declarer(2), 0, False)
    page = at(snapshot(state, seats=seated({}, {}, {})))
    before = page.locator("#hand button.card").first.bounding_box()
    asked = OpenProposal("back", 1, frozenset({1}))
    push(page, snapshot(state, seats=seated({}, {}, {}), proposal=asked, version=41))
    expect(page.get_by_role("button", name="Agree")).to_be_visible()
    assert page.locator("#hand button.card").first.bounding_box() == before


def test_proposal_shows_when_it_lapses(at: At) -> None:
    asked = OpenProposal("back", 1, frozenset({1}), timezone.now() + timedelta(minutes=2))
    page = at(snapshot(to_play(with_declarer(2), 0, False), seats=seated({}, {}, {}), proposal=asked))
    expect(page.locator("#question")).to_contain_text(re.compile(r"No answer counts as no: \d:\d\d"))
    expect(page.get_by_role("button", name="Agree")).to_be_in_viewport()


def test_table_with_clocks_fits_a_phone(at: At) -> None:
    low = seated({"clock": clock(0, 7.4, running=True)}, *[{"clock": clock(10, 45)}] * 2)
    for declarer in range(3):
        page = at(snapshot(to_play(with_declarer(declarer), 0, declarer == 0), seats=low))
        box = page.locator(".felt").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_link_is_complete_after_an_update_and_can_be_copied(at: At) -> None:
    page = at(gathering())
    push(page, gathering(0, SEATS[0], SeatInfo(1, "", False), SeatInfo(2, "", False), version=41))
    expect(page.locator("#link")).to_have_text("http://table.test/tables/KQJT98/")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_title_counts_other_tables_that_wait(at: At) -> None:
    state = dealt(dealer=2)
    page = at(snapshot(act(state, Bid(0, 5)), version=1))
    page.evaluate("""() => htmx.swap({
        sourceElement: document.body, target: "#turns", swap: "innerMorph", text: '<a data-turns="2" href="/">2</a>',
    })""")
    expect(page).to_have_title("(2) Thursday table · Dummy Hand Spades")
