"""The ladder of a club: its members by their mean per cent over the club's latest tournaments."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from django.contrib.auth.models import AnonymousUser

from accounts.models import User, may_act
from games.models import BELONGING, Club, TournamentEntry, TournamentStage
from games.tournaments import queries
from games.tournaments.standings import Standing

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
    percent: float


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
    rungs = [_rung(user, lines, means) for user, lines in results.items() if user.shows_results_to(reader)]
    return sorted(rungs, key=lambda rung: (rung.place, -rung.played, rung.user.pk))


def _rung(user: User, lines: list[Standing], means: Mapping[User, float]) -> Rung:
    place = 1 + sum(mean > means[user] for mean in means.values())
    return Rung(place, user, len(lines), sum(line.place == 1 for line in lines), means[user])


def _mean(lines: list[Standing]) -> float:
    """Return the mean to nine decimals, beyond which it depends on the order of the tournaments."""
    return round(fmean(float(line.percent or 0) for line in lines), 9)
