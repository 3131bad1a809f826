"""What counts on the ladders of a season: each uses an existing comparison of the month (docs/seasons.md)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time
from typing import Final, NamedTuple

from games.competitions.ladders import rankings
from games.competitions.sets import scoring
from games.competitions.tournaments.queries import standings_of_all
from games.models import Company, DealSet, Rating, SeasonLadder, SetKind, Tournament, TournamentEntry, TournamentStage
from games.results import fields
from games.results.skills import SCALE

BEST_TOURNAMENTS: Final = 4
LEAST_PEOPLE: Final = 6
"""A tournament with fewer people counts for no season."""


class Score(NamedTuple):
    """A player's score in a season: the figure that decides, and the number of games, days or tournaments behind it."""

    figure: float
    played: int


def first_day(month: str) -> date:
    """Return the first day of a month such as "2026-11". Raises ValueError."""
    return date.fromisoformat(f"{month}-01")


def month_after(month: str) -> str:
    """Return the month after this one."""
    first = first_day(month)
    return f"{first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1):%Y-%m}"


def end_of(month: str) -> datetime:
    """Return the moment at which a month is over."""
    return datetime.combine(first_day(month_after(month)), time.min, UTC)


def scores(ladder: SeasonLadder, month: str) -> dict[int, Score]:
    """Return all scores on a ladder in a month, guests' included, by key of the account."""
    return _SCORES[ladder](month)


def _of_tables(month: str) -> dict[int, Score]:
    """Return the proven ratings of the month, in which everybody started afresh, from games of three people."""
    rows = Rating.objects.filter(ladder__company=Company.PEOPLE, ladder__bidding="", ladder__month=month)
    return {
        user: Score(SCALE * bound, games) for user, bound, games in rows.values_list("user", "lower_bound", "games")
    }


def _of_sets(month: str) -> dict[int, Score]:
    """Return the mean per cents of the best days of eight a day."""
    entries = rankings.entries_of(rankings.period_of("month", first_day(month)))
    return {entry.participant: Score(entry.percent, entry.days) for entry in entries}


def _of_events(month: str) -> dict[int, Score]:
    """Return the mean over a player's best tournaments that ended in the month, each counted as the share of others who
    finished behind.
    """
    first = datetime.combine(first_day(month), time.min, UTC)
    ended = {"stage": TournamentStage.OVER, "ended_at__gte": first, "ended_at__lt": end_of(month)}
    places = _places(list(Tournament.objects.filter(**ended, club=None).order_by("pk")))
    shares, counted = defaultdict[int, list[float]](list), 0
    for of_users in places.values():
        if len(of_users) >= LEAST_PEOPLE:
            counted += 1
            percents = fields.percents(Counter(-place for place in of_users.values()))
            for user, place in of_users.items():
                shares[user].append(float(percents[-place]))
    entries = scoring.period_ladder(shares, BEST_TOURNAMENTS, counted)
    return {entry.participant: Score(entry.percent, entry.days) for entry in entries}


def _places(tournaments: list[Tournament]) -> dict[int, dict[int, int]]:
    """Return the places of registered players in these tournaments, by the keys of tournament and account: nobody gains
    by finishing ahead of their own guest accounts.
    """
    entries = TournamentEntry.objects.filter(tournament__in=tournaments, user__is_guest=False)
    users = dict(entries.values_list("pk", "user"))
    return {
        tournament: {users[line.entry]: line.place for line in lines if line.place and line.entry in users}
        for tournament, lines in standings_of_all(tournaments).items()
    }


_SCORES: Final[Mapping[SeasonLadder, Callable[[str], dict[int, Score]]]] = {
    SeasonLadder.TABLES: _of_tables,
    SeasonLadder.SETS: _of_sets,
    SeasonLadder.EVENTS: _of_events,
}


def are_final(ladder: SeasonLadder, month: str) -> bool:
    """Return whether everything that counts in a past month is decided; the last of its sets may still be closing."""
    last_of = rankings.period_of("month", first_day(month))
    of_month = DealSet.objects.filter(kind=SetKind.EIGHT, day__range=(last_of.first, last_of.last))
    return ladder != SeasonLadder.SETS or not of_month.filter(closed_at=None, void_reason="").exists()
