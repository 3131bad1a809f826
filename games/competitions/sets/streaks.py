"""Streaks of days on which somebody played the deal of the day, and the calendar of a month.

Days are those of UTC, as the deal changes at 00:00 UTC for everyone. Days `left_out` are those whose deal nobody could
play, as it was declared void or there was none, and in a streak also those whose deal can still be played. They neither
break a streak nor count in one.
"""

from calendar import Calendar
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

DAY = timedelta(days=1)


def current_streak(played: Collection[date], today: date, left_out: Collection[date] = ()) -> int:
    """Return the number of days in a row, up to today, or up to yesterday while today's deal can still be played."""
    lengths = _lengths(played, left_out)
    return lengths.get(today) or lengths.get(today - DAY, 0)


def longest_streak(played: Collection[date], left_out: Collection[date] = ()) -> int:
    """Return the greatest number of days in a row."""
    return max(_lengths(played, left_out).values(), default=0)


def _lengths(played: Collection[date], left_out: Collection[date]) -> dict[date, int]:
    """Return the length of the streak up to each day that was played or is left out."""
    lengths: dict[date, int] = {}
    for day in sorted({*played, *left_out}):
        lengths[day] = lengths.get(day - DAY, 0) + (day not in left_out)
    return lengths


class DayState(StrEnum):
    """The state of the deal of a day. `OPEN` is today's that is not played yet, `PRACTISED` one played later, and
    `LEFT_OUT` one that nobody could play.
    """

    PLAYED = "played"
    PRACTISED = "practised"
    MISSED = "missed"
    LEFT_OUT = "left-out"
    OPEN = "open"
    FUTURE = "future"


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day of the month in a calendar."""

    day: date
    state: DayState


def month_calendar(
    year: int,
    month: int,
    played: Collection[date],
    practised: Collection[date],
    today: date,
    left_out: Collection[date] = (),
) -> list[list[CalendarDay | None]]:
    """Return the weeks of a month, each from Monday to Sunday; None stands for days of the months beside it."""
    states = dict.fromkeys(practised, DayState.PRACTISED) | dict.fromkeys(played, DayState.PLAYED)
    states |= dict.fromkeys(left_out, DayState.LEFT_OUT)
    return [list(_week(week, month, states, today)) for week in Calendar().monthdatescalendar(year, month)]


def _week(week: list[date], month: int, states: Mapping[date, DayState], today: date) -> Iterator[CalendarDay | None]:
    for day in week:
        yield CalendarDay(day, states.get(day) or _unplayed(day, today)) if day.month == month else None


def _unplayed(day: date, today: date) -> DayState:
    if day < today:
        return DayState.MISSED
    return DayState.OPEN if day == today else DayState.FUTURE
