"""What a table shows of time: clocks, and moves they made."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.base.time_zones import in_words
from games.components.seat import draw_clock, minutes
from games.engine import Peek, PeekRule, act
from games.play.clocks import DAY
from games.play.snapshot import SeatClock
from games.values import Stage, TableOptions
from tests.components.dom import page_of, parse
from tests.pages.scenes import Scene, bidding, clock, dealt, game_over, seated, snapshot

YOU, ANA, BEN = range(3)
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


def said(scene: Scene) -> str:
    """What has just happened, as it is announced to the viewer."""
    return page_of(scene).at("say").text


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (0.2, "0:01"), (59.9, "1:00"), (125, "2:05")])
def test_time_is_shown_in_minutes_and_never_too_early_over(seconds: float, text: str) -> None:
    assert minutes(seconds) == text


def test_last_seconds_are_those_of_move_and_reserve_together() -> None:
    def is_low(move: float, reserve: float, since: datetime | None = NOON) -> bool:
        return "low" in parse(draw_clock("0", SeatClock(move, reserve, since=since), NOON)).at("clock-0").classes

    assert [is_low(4, 45), is_low(4, 6), is_low(0, 10.1)] == [False, True, False]
    assert not is_low(4, 0, since=None)


def test_clock_is_drawn_as_it_stands_now() -> None:
    running = SeatClock(30, 60, lag=1, used=10, since=NOON - timedelta(seconds=25))
    face = parse(draw_clock("1", running, NOON)).at("clock-1")
    assert (face["data-move"], face["data-reserve"], face["data-hand"]) == ("0.0", "56.0", "1")
    assert "data-running" in face.attributes
    assert "0:00 for this move, 0:56 in reserve" in face.text
    standing = parse(draw_clock("1", replace(running, since=None), NOON)).at("clock-1")
    assert (standing["data-move"], standing["data-reserve"]) == ("20.0", "60.0")
    assert "data-running" not in standing.attributes


def test_table_without_clocks_shows_none() -> None:
    state = bidding(dealt(), 1)
    assert page_of(snapshot(state)).of_class("clock") == []
    timed = page_of(snapshot(state, seats=seated({"clock": clock(10, 45)}, {}, {})))
    assert [face.id for face in timed.of_class("clock")] == ["clock-0"]


def test_move_by_the_clock_is_announced_and_logged() -> None:
    state = bidding(dealt(), 1)
    late = snapshot(state, BEN, last_by_clock=YOU)
    assert said(late).startswith("Alex’s time was up: a bot moved. Alex bids ")
    assert page_of(late).at("rail-log").of_tag("li")[-1].text == "Alex’s time was up: a bot moved."
    assert said(snapshot(state, YOU, last_by_clock=YOU)).startswith("Your time was up: ")


def test_player_whose_time_was_up_sees_it_until_the_next_turn() -> None:
    state = bidding(dealt(dealer=2), 1)
    banner = page_of(snapshot(state, YOU, late=frozenset({YOU, BEN}))).at("late")
    assert banner.text == "Your time was up: a bot moved for you."
    assert page_of(snapshot(state, YOU, late=frozenset({BEN}))).find("late") is None
    assert page_of(snapshot(state, None, late=frozenset({YOU}))).find("late") is None
    own_turn = bidding(dealt(dealer=2), 0)
    assert page_of(snapshot(own_turn, YOU, late=frozenset({YOU}))).find("late") is None


def test_end_of_a_game_is_announced_without_the_move_by_the_clock_before_it() -> None:
    closed = page_of(snapshot(bidding(dealt(), 1), BEN, stage=Stage.CLOSED, last_by_clock=YOU))
    assert closed.at("say").text == "This table is closed."
    assert closed.at("sheet-title").text == "This table is closed"
    won = page_of(game_over().seen_by(BEN).changed(last_by_clock=YOU))
    assert won.at("say").text == "Alex’s time was up: a bot moved. Ana wins the game."
    assert won.at("sheet-title").text == "Ana wins by 125"


def test_peek_by_the_clock_is_announced_and_logged() -> None:
    state = dealt(dealer=2, peek=PeekRule.THREE)
    late = snapshot(act(state, Peek(YOU, (0, 1, 2))), BEN, last_by_clock=YOU)
    assert said(late).startswith("Alex’s time was up: a bot moved. ")
    assert "Alex’s time was up: a bot moved." in page_of(late).at("rail-log").text


@pytest.mark.parametrize(("viewer", "name"), [(YOU, "You"), (ANA, "Alex"), (None, "Alex")])
def test_menu_says_until_when_who_is_to_move_has_time_in_a_game_by_turns(viewer: int | None, name: str) -> None:
    days = {"clock": clock(3 * DAY, 0)}
    seats = seated({"clock": clock(3 * DAY, 0, running=True)}, days, days)
    table = snapshot(bidding(dealt(), 1), viewer, seats=seats, options=TableOptions(clock="3days"))
    with timezone.override(ZoneInfo("Asia/Tokyo")):
        (line,) = page_of(table).at("menu").of_class("deadline")
        (moment,) = line.of_tag("time")
        at = datetime.fromisoformat(moment["datetime"])
        assert line.text == f"{name}: until {in_words(at, 'deadline')}"
    assert abs(at - timezone.now() - timedelta(days=3)) < timedelta(minutes=5)


def test_menu_says_no_deadline_in_other_games() -> None:
    state = bidding(dealt(), 1)
    for seats in (seated({"clock": clock(10, 45, running=True)}, {}, {}), seated({}, {}, {})):
        assert page_of(snapshot(state, seats=seats)).of_class("deadline") == []
