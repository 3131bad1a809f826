"""The ladder of a club: its members by their mean per cent over the club's latest tournaments."""

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from accounts.models import User
from games.models import Club, TournamentEntry, TournamentStage
from games.tournaments import queries
from games.tournaments.standings import Standing

LATEST: Final = 12
"""How many tournaments count: about a quarter of a year of weekly evenings."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A player of the ladder: in how many of the tournaments, how many won, and the mean of the per cents there."""

    user: User
    played: int
    won: int
    percent: float


def ladder(club: Club) -> list[Rung]:
    """Return the ladder, the best first. Whoever has left the club, or was disqualified, is not in it."""
    latest = list(club.tournaments.filter(stage=TournamentStage.OVER).order_by("-starts_at", "-pk")[:LATEST])
    members = club.members.values("user")
    entries = TournamentEntry.objects.filter(tournament__in=latest, user__in=members).select_related("user")
    users = {entry.pk: entry.user for entry in entries}
    results: dict[User, list[Standing]] = defaultdict(list)
    for line in (line for lines in queries.standings_of_all(latest).values() for line in lines):
        user = users.get(line.entry)
        if user is not None and line.place and line.percent is not None:
            results[user].append(line)
    rungs = [_rung(user, lines) for user, lines in results.items()]
    return sorted(rungs, key=lambda rung: (-rung.percent, -rung.played, rung.user.pk))


def _rung(user: User, lines: list[Standing]) -> Rung:
    won = sum(line.place == 1 for line in lines)
    return Rung(user, len(lines), won, fmean(float(line.percent or 0) for line in lines))
