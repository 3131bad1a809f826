"""The ladder of a club: its members by their mean per cent over the club's latest tournaments."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.contrib.auth.models import AnonymousUser

from accounts.models import User, may_act
from games.competitions.tournaments import queries
from games.competitions.tournaments.standings import Standing
from games.models import BELONGING, Club, TournamentEntry, TournamentStage
from games.results.fields import average, places

LATEST: Final = 12
"""How many tournaments count: about a quarter of a year of weekly evenings."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A player of the ladder: in how many of the tournaments, how many won, and the mean of the per cents there.

    Who has the same mean shares a `place`.
    """

    place: int
    user: User
    played: int
    won: int
    percent: Fraction


def ladder(club: Club, reader: User | AnonymousUser) -> list[Rung]:
    """Return the ladder, the best first, without those who hide their results from the reader: they keep their places.

    Whoever does not belong to the club, may not act now, or was disqualified, is not in it.
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
