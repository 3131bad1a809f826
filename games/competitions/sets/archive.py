"""The archive of sets of deals: a month of deals of the day, and who won a day."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.utils.translation import gettext as _

from accounts.base.names import isolated
from accounts.models import User
from games.competitions.sets import ladders, queries
from games.competitions.sets.kinds import public_kinds
from games.competitions.sets.streaks import DAY, DayState, current_streak, longest_streak, month_calendar
from games.competitions.sets.words import set_title
from games.models import SetKind, SetResult
from games.words.names import per_cent

MOST_WINNERS: Final = 3
KEPT_FOR: Final = 60
"""For how many seconds it is not asked again who won a day."""


class MonthDay(NamedTuple):
    """A day of a month, what became of its deal, and the code of its set, "" without one."""

    day: date
    state: DayState
    code: str


class Month(NamedTuple):
    """A month of deals of the day in weeks; None stands for days of the months beside it."""

    first: date
    weeks: list[list[MonthDay | None]]
    before: date
    after: date | None


class ClosedSet(NamedTuple):
    """A closed set in the list, with the reader's result in words."""

    code: str
    title: str
    result: str


@dataclass(frozen=True, slots=True)
class Archive:
    """A month of deals of the day, the reader's streaks, and closed sets."""

    month: Month
    streak: int
    longest: int
    sets: list[ClosedSet]


def archive(user: User | AnonymousUser, first: date, today: date) -> Archive:
    """Return the archive for this reader, with the month that begins on the day `first`."""
    played = queries.days_played(user)
    left_out = queries.days_left_out(played, today)
    closed = queries.closed_sets(set(public_kinds()) - {SetKind.DAY})  # the month has the deals of the day
    results = queries.stored_results(closed, user)
    return Archive(
        month=_month(first, played, queries.days_practised(user), today),
        streak=current_streak(played, today, left_out),
        longest=longest_streak(played, left_out),
        sets=[ClosedSet(of_set.code, set_title(of_set), _result_words(results.get(of_set.pk))) for of_set in closed],
    )


def _result_words(result: SetResult | None) -> str:
    """Return the reader's result of a closed set; without one, that its boards can be practised."""
    if result is None:
        return _("not played; open for practice")
    if result.place is None:
        return per_cent(result.percent)
    return _("place %(place)d, %(percent)s") % {"place": result.place, "percent": per_cent(result.percent)}


def winners(day: date) -> list[tuple[str, str]]:
    """Return who won the deal of this day, if it has closed, with their per cents."""
    known = cache.get_or_set(f"winners-of-day:{day}", lambda: queries.winners_of_day(day, MOST_WINNERS), KEPT_FOR)
    return [(isolated(name), per_cent(percent)) for name, percent in cast(list[tuple[str, float | None]], known)]


class Podium(NamedTuple):
    """The first three of the deal of a day and the reader, and the code of its set; no rows if it has not closed."""

    code: str
    rows: ladders.Ladder


def podium_of(day: date, user: User | AnonymousUser) -> Podium:
    """Return who came first in the deal of this day."""
    results = queries.first_of_day(day, user)
    return Podium(results[0].deal_set.code if results else "", [ladders.row_of(each, user) for each in results])


def _month(first: date, played: list[date], practised: list[date], today: date) -> Month:
    last = first.replace(day=monthrange(first.year, first.month)[1])
    codes = queries.codes_of_days(first, min(last, today))
    left_out = queries.days_without_deal(first, min(last, today - DAY))
    weeks = [
        [MonthDay(day.day, day.state, codes.get(day.day, "")) if day else None for day in week]
        for week in month_calendar(first.year, first.month, played, practised, today, left_out)
    ]
    after = last + DAY
    return Month(first, weeks, (first - DAY).replace(day=1), after if after <= today else None)
