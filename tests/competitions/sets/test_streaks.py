"""Streaks of days, and the calendar of a month."""

from datetime import date, timedelta

import pytest
from hypothesis import given, strategies as st

from games.competitions.sets.streaks import DayState, current_streak, longest_streak, month_calendar

TODAY = date(2026, 3, 10)
DAYS = st.sets(st.dates(TODAY - timedelta(days=20), TODAY))


def days_ago(*numbers: int) -> list[date]:
    return [TODAY - timedelta(days=number) for number in numbers]


@pytest.mark.parametrize(
    ("played", "current", "longest"),
    [
        ([], 0, 0),
        (days_ago(0), 1, 1),
        (days_ago(1), 1, 1),
        (days_ago(2), 0, 1),
        (days_ago(0, 1, 2), 3, 3),
        (days_ago(2, 1), 2, 2),
        (days_ago(0, 2, 3, 4), 1, 3),
        (days_ago(0, 0, 1), 2, 2),
        ([date(2024, 2, 28), date(2024, 2, 29), date(2024, 3, 1)], 0, 3),
        ([date(2025, 12, 31), date(2026, 1, 1)], 0, 2),
    ],
)
def test_streaks_count_days_in_a_row(played: list[date], current: int, longest: int) -> None:
    assert (current_streak(played, TODAY), longest_streak(played)) == (current, longest)


@pytest.mark.parametrize("played", [days_ago(0, 1, 3, 4), days_ago(0, 1, 2, 3, 4)])
def test_day_that_nobody_could_play_neither_counts_nor_breaks_a_row(played: list[date]) -> None:
    left_out = days_ago(2)
    assert (current_streak(played, TODAY, left_out), longest_streak(played, left_out)) == (4, 4)
    states = {
        cell.day: cell.state for week in month_calendar(2026, 3, played, [], TODAY, left_out) for cell in week if cell
    }
    assert [day for day, state in states.items() if state is DayState.LEFT_OUT] == left_out


@given(DAYS, DAYS)
def test_rows_are_those_without_the_days_left_out(played: set[date], left_out: set[date]) -> None:
    """As if the calendar did not have these days at all."""
    days = [TODAY - timedelta(days=number) for number in range(30) if TODAY - timedelta(days=number) not in left_out]
    squeezed = [TODAY - timedelta(days=number) for number, day in enumerate(days) if day in played]
    assert longest_streak(played, left_out) == longest_streak(squeezed)
    if TODAY not in left_out:
        assert current_streak(played, TODAY, left_out) == current_streak(squeezed, TODAY)


@given(DAYS)
def test_longest_streak_is_a_run_of_days(played: set[date]) -> None:
    longest = longest_streak(played)
    starts = [start for start in played if all(start + timedelta(days=more) in played for more in range(longest))]
    assert bool(starts) == bool(played)
    assert not any(start + timedelta(days=longest) in played for start in starts)
    assert current_streak(played, TODAY) <= longest <= len(played)


@given(DAYS)
def test_streak_lives_until_the_end_of_the_day_after(played: set[date]) -> None:
    streak, tomorrow = current_streak(played, TODAY), TODAY + timedelta(days=1)
    assert current_streak(played | {TODAY}, TODAY) == streak + (TODAY not in played)
    assert current_streak(played, tomorrow) == (streak if TODAY in played else 0)
    assert current_streak(played, tomorrow + timedelta(days=1)) == 0


@given(st.integers(1, 9998), st.integers(1, 12), DAYS)
def test_calendar_has_every_day_of_the_month_once_under_its_weekday(year: int, month: int, played: set[date]) -> None:
    weeks = month_calendar(year, month, played, [], TODAY)
    days = [(at, cell.day) for week in weeks for at, cell in enumerate(week) if cell]
    assert {len(week) for week in weeks} == {7}
    assert all(any(week) for week in weeks)
    assert all(at == day.weekday() for at, day in days)
    first = date(year, month, 1)
    length = ((first + timedelta(days=31)).replace(day=1) - first).days
    assert [day for _at, day in days] == [first + timedelta(days=more) for more in range(length)]


def test_calendar_says_what_became_of_each_day() -> None:
    weeks = month_calendar(2026, 3, days_ago(1, 2, 8), days_ago(2, 3), TODAY)
    assert weeks[0][:6] == [None] * 6, "1 March 2026 is a Sunday"
    states = {cell.day.day: cell.state for week in weeks for cell in week if cell}
    assert [day for day, state in states.items() if state is DayState.PLAYED] == [2, 8, 9]
    assert (states[1], states[6], states[7]) == (DayState.MISSED, DayState.MISSED, DayState.PRACTISED)
    assert states[10] is DayState.OPEN
    assert {states[day] for day in range(11, 32)} == {DayState.FUTURE}
    again = month_calendar(2026, 3, days_ago(0), [], TODAY)
    assert again[2][1].state is DayState.PLAYED
