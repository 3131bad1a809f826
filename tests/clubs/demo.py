"""Trios and clubs for the demo: a trio that has played for months, and a club that meets each Thursday."""

from datetime import time

from accounts.models import User
from games.clubs import series
from games.models import Club, SeriesKind
from tests.clubs.clubs import club_of, played, trio

THURSDAYS = series.Choice(3, time(20), "Europe/Madrid", SeriesKind.TOURNAMENT, rounds=3, boards=3, minutes=45)


def fill(people: list[User]) -> None:
    """Keep these three as a trio, and let them found a club."""
    if Club.objects.exists():
        return
    played(*people, games=5)
    trio(*people)
    series.choose(club_of(*people), by=people[0], choice=THURSDAYS)
