"""The ladders outside seasons: a week or month of eight a day, and a club's latest tournaments."""

from calendar import monthrange
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Final, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from accounts.models import User, may_act
from games.competitions import ranking
from games.competitions.ranking import Row
from games.competitions.sets.scoring import BEST_DAYS_OF_MONTH, BEST_DAYS_OF_WEEK, PeriodEntry, period_ladder
from games.competitions.sets.streaks import DAY
from games.competitions.tournaments import queries
from games.competitions.tournaments.standings import Standing
from games.models import BELONGING, Club, DealSet, SetKind, SetResult, TournamentEntry, TournamentStage
from games.results.fields import average, places

LATEST: Final = 12
"""How many tournaments count: about a quarter of a year of weekly evenings."""


MOST_LISTED: Final = 100
"""How many players of a week or month are listed, besides the reader."""

KEPT_FOR: Final = 60
"""For how many seconds a ladder of this week or month is not computed again."""

PAST_KEPT_FOR: Final = 3600
"""The same for one of the past, which changes only if staff take a result out."""


class Period(NamedTuple):
    """A week from Monday or a month, whose best days count."""

    first: date
    last: date
    best: int


def period_of(kind: str, day: date) -> Period:
    """Return the week ("week") or month in which this day is."""
    if kind == "week":
        first = day - timedelta(days=day.weekday())
        return Period(first, first + timedelta(days=6), BEST_DAYS_OF_WEEK)
    first = day.replace(day=1)
    return Period(first, day.replace(day=monthrange(day.year, day.month)[1]), BEST_DAYS_OF_MONTH)


def ladder_of(period: Period, user: User | AnonymousUser, today: date) -> list[Row[PeriodEntry[int]]]:
    """Return the ladder of a week or month, from closed sets of eight a day, always with the reader's line."""
    key = f"set-ladder:{period.first}:{period.last}"
    seconds = KEPT_FOR if period.last >= today - DAY else PAST_KEPT_FOR
    entries = cast(list[PeriodEntry[int]], cache.get_or_set(key, lambda: entries_of(period), seconds))
    return ranking.rows(entries, user, MOST_LISTED)


def entries_of(period: Period) -> list[PeriodEntry[int]]:
    """Return the ladder by keys of accounts. Only players with a place in a set have a per cent for that day; guests
    and accounts that may not act now are not ranked.
    """
    sets = DealSet.objects.filter(kind=SetKind.EIGHT, day__range=(period.first, period.last), void_reason="")
    closed = sets.filter(closed_at__isnull=False)
    rows = SetResult.objects.filter(may_act("user"), user__is_guest=False, deal_set__in=closed, percent__isnull=False)
    rows = rows.filter(place__isnull=False)
    percents: defaultdict[int, list[float]] = defaultdict(list)
    for user, percent in rows.values_list("user", "percent"):
        percents[user].append(percent or 0.0)
    return period_ladder(percents, period.best, closed.count())


@dataclass(frozen=True, slots=True)
class Rung:
    """A player on the ladder: the number of tournaments played and won, and the mean of the per cents there.

    Equal means share a `place`.
    """

    place: int
    user: User
    played: int
    won: int
    percent: Fraction


def ladder_of_club(club: Club, reader: User | AnonymousUser) -> list[Rung]:
    """Return the ladder, the best first, without those who hide their results from the reader: they keep their places.

    Players who do not belong to the club, may not act now or were disqualified are left out.
    """
    latest = list(club.tournaments.filter(stage=TournamentStage.OVER).order_by("-starts_at", "-pk")[:LATEST])
    members = club.members.filter(may_act("user"), role__in=BELONGING).values("user")
    entries = TournamentEntry.objects.filter(tournament__in=latest, user__in=members).select_related("user")
    users = {entry.pk: entry.user for entry in entries}
    results: dict[User, list[Standing]] = defaultdict(list)
    for line in (line for lines in queries.standings_of_all(latest).values() for line in lines):
        user = users.get(line.entry)
        if user is not None and line.place and line.percent is not None:
            results[user].append(line)
    means = {user: _mean(lines) for user, lines in results.items()}
    table = places(Counter(means.values()))
    rungs = [
        Rung(table[means[user]], user, len(lines), sum(line.place == 1 for line in lines), means[user])
        for user, lines in results.items()
        if user.shows_results_to(reader)
    ]
    return sorted(rungs, key=lambda rung: (rung.place, -rung.played, rung.user.pk))


def _mean(lines: list[Standing]) -> Fraction:
    return average([line.percent for line in lines if line.percent is not None])
