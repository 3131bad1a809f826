"""Streaks of days on which somebody played the deal of the day, and the calendar of a month.

Days are those of UTC, as the deal changes at 00:00 UTC for everyone.
"""

from calendar import Calendar
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

DAY = timedelta(days=1)


def current_streak(played: Collection[date], today: date) -> int:
    """Return the number of days in a row, up to today, or up to yesterday while today's deal can still be played."""
    days = set(played)
    return _length_to(today if today in days else today - DAY, days)


def longest_streak(played: Collection[date]) -> int:
    """Return the greatest number of days in a row."""
    days = set(played)
    return max((_length_to(day, days) for day in days if day + DAY not in days), default=0)


def _length_to(last: date, days: Collection[date]) -> int:
    length = 0
    while last - length * DAY in days:
        length += 1
    return length


class DayState(StrEnum):
    """What became of the deal of a day. `OPEN` is today's that is not played yet, `PRACTISED` one played later."""

    PLAYED = "played"
    PRACTISED = "practised"
    MISSED = "missed"
    OPEN = "open"
    FUTURE = "future"


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day of the month in a calendar."""

    day: date
    state: DayState


def month_calendar(
    year: int, month: int, played: Collection[date], practised: Collection[date], today: date
) -> list[list[CalendarDay | None]]:
    """Return the weeks of a month, each from Monday to Sunday; None stands for days of the months beside it."""
    states = dict.fromkeys(practised, DayState.PRACTISED) | dict.fromkeys(played, DayState.PLAYED)
    return [list(_week(week, month, states, today)) for week in Calendar().monthdatescalendar(year, month)]


def _week(week: list[date], month: int, states: Mapping[date, DayState], today: date) -> Iterator[CalendarDay | None]:
    for day in week:
        yield CalendarDay(day, states.get(day) or _unplayed(day, today)) if day.month == month else None


def _unplayed(day: date, today: date) -> DayState:
    if day < today:
        return DayState.MISSED
    return DayState.OPEN if day == today else DayState.FUTURE
