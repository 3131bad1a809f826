"""The ladder of a club: its members by their mean per cent over the club's latest tournaments."""

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from accounts.models import User
from games.models import Club, TournamentEntry, TournamentScore, TournamentStage
from games.tournaments.standings import Score, Standing, standings

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
    entries = list(TournamentEntry.objects.filter(tournament__in=latest, number__isnull=False).select_related("user"))
    scores = _scores([tournament.pk for tournament in latest])
    members = set(club.members.values_list("user", flat=True))
    results: dict[User, list[Standing]] = defaultdict(list)
    for tournament in latest:
        of_this = {entry.pk: entry for entry in entries if entry.tournament_id == tournament.pk}
        unplaced = {pk for pk, entry in of_this.items() if entry.user_id is None or entry.disqualified}
        for line in standings(scores[tournament.pk], list(of_this), unplaced):
            user = of_this[line.entry].user
            if user is not None and user.pk in members and line.place and line.percent is not None:
                results[user].append(line)
    rungs = [_rung(user, lines) for user, lines in results.items()]
    return sorted(rungs, key=lambda rung: (-rung.percent, -rung.played, rung.user.pk))


def _rung(user: User, lines: list[Standing]) -> Rung:
    won = sum(line.place == 1 for line in lines)
    return Rung(user, len(lines), won, fmean(float(line.percent or 0) for line in lines))


def _scores(tournaments: list[int]) -> dict[int, list[Score]]:
    """Return the results of rounds that have ended, by tournament."""
    rows = TournamentScore.objects.filter(
        place__round__tournament__in=tournaments, place__round__ended_at__isnull=False
    ).order_by("place__round__number", "board", "pk")
    columns = ("place__entry", "place__round__number", "board", "place__player", "points", "percent")
    scores: dict[int, list[Score]] = defaultdict(list)
    for tournament, *row in rows.values_list("place__round__tournament", *columns):
        scores[tournament].append(Score(*row))
    return scores
