"""Seasons for tests: players with a rating of the month, and the ticker at a moment of it."""

from datetime import UTC, datetime, timedelta
from typing import Final

from django.utils import timezone

from accounts.models import User
from games.competitions.ladders import subject
from games.competitions.ladders.scores import first_day
from games.models import Company, Ladder, Rating, Season, SeasonLadder, SeasonResult
from tests.tables import Time

NOVEMBER: Final = "2026-11"
TWENTIETH: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)
CLOSING: Final = datetime(2026, 12, 1, 6, tzinfo=UTC)
NEXT_CLOSING: Final = datetime(2027, 1, 1, 6, tzinfo=UTC)


def registered(count: int, name: str = "Person") -> list[User]:
    """Return so many players with an account, by name: "Person 1" and so on."""
    User.objects.bulk_create(
        User(username=f"{name} {number}", password="!", name_key=f"{name} {number}".casefold())
        for number in range(1, count + 1)
    )
    return list(User.objects.filter(username__startswith=f"{name} ").order_by("pk"))


def rated(users: list[User], month: str = NOVEMBER, best: float = 20.0) -> None:
    """Give these players proven ratings in a month, the first the highest."""
    ladder, _new = Ladder.objects.get_or_create(company=Company.PEOPLE, bidding="", month=month)
    figures = {"ladder": ladder, "mu": 25.0, "sigma": 3.0}
    Rating.objects.bulk_create(
        Rating(**figures, user=user, lower_bound=best - number / 10, games=10 + number % 5, wins=number % 4)
        for number, user in enumerate(users)
    )


def serve_at(time: Time, moment: datetime) -> None:
    """Let the ticker of seasons do what is due at this moment."""
    time.now = moment
    subject.serve()


def month_before(month: str) -> str:
    return f"{first_day(month) - timedelta(days=1):%Y-%m}"


def played_seasons(months: int, *people: User) -> list[str]:
    """Let so many months until now be seasons at the tables, closed as soon as they can be; return them in order.

    These people and 30 others have played in each, in another order each time.
    """
    month, of_seasons = f"{timezone.now():%Y-%m}", list[str]()
    players = [*registered(15, "Player 900"), *people, *registered(15, "Player 901")]
    for number in range(months):
        rated([*players[7 * number :], *players[: 7 * number]], month)
        of_seasons.insert(0, month)
        month = month_before(month)
    Season.objects.get_or_create(ladder=SeasonLadder.TABLES, month=of_seasons[0])
    for _step in of_seasons:
        subject.serve()
    return of_seasons


def season_of(ladder: SeasonLadder = SeasonLadder.TABLES, month: str = NOVEMBER) -> Season:
    return Season.objects.get(ladder=ladder, month=month)


def result_of(user: User, month: str = NOVEMBER, ladder: SeasonLadder = SeasonLadder.TABLES) -> SeasonResult:
    return SeasonResult.objects.get(user=user, season__ladder=ladder, season__month=month)
