"""Players' clocks: the time for a move, the reserve, and the allowance for lag."""

import pytest

from games.engine import PeekRule, Rules
from games.play import clocks, queue, ticker
from games.values import Author
from tests.play.player_clocks import (
    LAG,
    NORMAL_MOVE,
    NORMAL_RESERVE,
    TIME_IS_UP,
    ClockReading,
    authors,
    clock_of,
    to_act,
)
from tests.tables import Time, act, begin, new_player, sensible, snapshot_for, three_people

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("clock", "move", "reserve"), [("relaxed", 60, 300), ("normal", 30, 120), ("fast", 10, 45)])
def test_time_is_up_after_move_time_lag_and_reserve(clock: str, move: float, reserve: float, time: Time) -> None:
    code = three_people(clock=clock)
    thinking = to_act(code)
    for player in range(3):
        assert clock_of(code, player) == ClockReading(move, reserve, running=player == thinking)
    time.passes(move + reserve + LAG - 0.01)
    assert ticker.serve_due() == 0
    time.passes(0.01)
    assert ticker.serve_due() == 1


def test_table_without_clocks_never_times_out(time: Time) -> None:
    code = three_people()
    assert all(seat.clock is None for seat in snapshot_for(code).seats)
    time.passes(24 * 60 * 60)
    assert ticker.serve_due() == 0


def test_bot_has_no_clock() -> None:
    code = begin(new_player(), clock="normal")
    assert [seat.clock is None for seat in snapshot_for(code).seats] == [False, True, True]


@pytest.mark.parametrize(
    ("thought", "left"),
    [
        (0, NORMAL_RESERVE),
        (NORMAL_MOVE, NORMAL_RESERVE),
        (NORMAL_MOVE + LAG, NORMAL_RESERVE),
        (NORMAL_MOVE + LAG + 7, NORMAL_RESERVE - 7),
        (TIME_IS_UP + 60, 0),
    ],
)
def test_time_beyond_move_time_and_lag_comes_off_the_reserve(thought: float, left: float, time: Time) -> None:
    code = three_people(clock="normal")
    player = to_act(code)
    time.passes(thought)
    act(code)
    assert clock_of(code, player) == ClockReading(NORMAL_MOVE, left, running=False)


def test_running_clock_uses_move_time_before_the_reserve(time: Time) -> None:
    code = three_people(clock="normal")
    player = to_act(code)
    time.passes(12)
    assert clock_of(code, player) == ClockReading(18, NORMAL_RESERVE, running=True)
    time.passes(28 + LAG)
    assert clock_of(code, player) == ClockReading(0, NORMAL_RESERVE - 10, running=True)
    time.passes(1000)
    assert clock_of(code, player) == ClockReading(0, 0, running=True)


def test_clock_restarts_when_the_same_player_moves_again(time: Time) -> None:
    code = three_people(clock="normal")
    before = None
    while (player := to_act(code)) != before:
        before = player
        time.passes(20)
        act(code)
    assert clock_of(code, player) == ClockReading(NORMAL_MOVE, NORMAL_RESERVE, running=True)


def test_peeking_players_have_a_running_clock_each(time: Time) -> None:
    code = three_people(Rules(peek=PeekRule.FOUR), clock="normal")
    time.passes(20)
    queue.take_turn(code=code, action=sensible(code, 1), version=snapshot_for(code).version)
    assert [clock_of(code, player).move for player in range(3)] == [10, NORMAL_MOVE, 10]
    assert [clock_of(code, player).running for player in range(3)] == [True, False, True]
    time.passes(TIME_IS_UP - 20)
    assert ticker.serve_due() == ticker.serve_due() == 1
    assert snapshot_for(code).view.looked == {0, 1, 2}  # type: ignore[union-attr]
    assert authors(code)[1:] == [Author.PLAYER, Author.CLOCK, Author.CLOCK]


class TestLag:
    """The allowance for lag, as measured for each player."""

    @pytest.mark.parametrize(("measured", "given"), [(0.08, 0.08), (-1.0, 0.0), (3600.0, clocks.MOST_LAG)])
    def test_measured_lag_is_given_back_up_to_the_cap(self, measured: float, given: float, time: Time) -> None:
        code = three_people(clock="normal")
        player = to_act(code)
        following = snapshot_for(code).view.bidding_order[1]  # type: ignore[union-attr]
        clocks.note_lag(code, following, measured)
        act(code)
        assert to_act(code) == following != player
        time.passes(NORMAL_MOVE + given + 5)
        act(code)
        assert clock_of(code, following).reserve == pytest.approx(NORMAL_RESERVE - 5)

    def test_lag_measured_during_a_move_counts_from_the_next_move(self, time: Time) -> None:
        code = three_people(clock="normal")
        clocks.note_lag(code, to_act(code), clocks.MOST_LAG)
        time.passes(TIME_IS_UP)
        assert ticker.serve_due() == 1

    def test_lag_of_one_player_does_not_count_for_another(self, time: Time) -> None:
        code = three_people(clock="normal")
        _, second, third = snapshot_for(code).view.bidding_order  # type: ignore[union-attr]
        clocks.note_lag(code, second, 0.0)
        act(code)
        act(code)
        assert to_act(code) == third
        time.passes(TIME_IS_UP - 0.01)
        assert ticker.serve_due() == 0
