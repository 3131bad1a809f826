"""What three people have played together, from the same rows of history as their own pages.

Only games of exactly these three count, and no void ones.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from django.db.models import Exists, OuterRef

from accounts.models import User
from games.engine import PLAYERS
from games.history import queries as history
from games.history.queries import Cursor, Filter, GameSummary, Order, TallySummary
from games.models import Game, GameResult, Void
from games.values import ENDED

LATEST = 10
"""How many games the page lists."""


@dataclass(frozen=True, slots=True)
class Month:
    """What three people made in the games of a month ("2026-11"): points and wins in their order."""

    month: str
    games: int
    points: tuple[int, ...]
    wins: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Everything that three `people` have played together. Tallies are in their order; `months` begin with the first.

    `latest` are their last games, as results of the reader.
    """

    people: tuple[User, ...]
    months: tuple[Month, ...]
    tallies: tuple[list[TallySummary], ...]
    latest: list[GameSummary]

    @property
    def games(self) -> int:
        return sum(month.games for month in self.months)

    @property
    def wins(self) -> tuple[int, ...]:
        """How many of the games each has won."""
        return tuple(map(sum, zip(*(month.wins for month in self.months), strict=True))) or (0,) * len(self.people)


def together(people: Sequence[User], reader: User, zone: tzinfo) -> Together:
    """Return what these three have played together, for one of them. Months are those of the time zone."""
    latest, _cursors = history.game_summaries(
        reader, _with_others(people, reader), Order(), Cursor(None), LATEST, is_own=True
    )
    tallies = tuple(history.tallies_of_deals(person, _with_others(people, person)) for person in people)
    return Together(tuple(people), _months(people, zone), tallies, latest)


def _with_others(people: Collection[User], person: User) -> Filter:
    left, right = (other.pk for other in people if other != person)
    return Filter(opponents=(left, right))


def _months(people: Sequence[User], zone: tzinfo) -> tuple[Month, ...]:
    """Return the months with games that have a winner, in order."""
    first, places = people[0], {person.pk: place for place, person in enumerate(people)}
    won = GameResult.objects.filter(~Exists(Void.objects.filter(game=OuterRef("game"))), place__isnull=False)
    common = history.filtered(won.filter(user=first), _with_others(people, first))
    rows = GameResult.objects.filter(game__in=common.values("game"), user__in=people)
    games, points, wins = Counter[str](), Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for user, at, total, place in rows.values_list("user", "at", "points", "place"):
        month = f"{at.astimezone(zone):%Y-%m}"
        games[month] += user == first.pk
        points[month, places[user]] += total
        wins[month, places[user]] += place == 1
    each = range(len(people))
    return tuple(
        Month(month, games[month], *(tuple(of[month, place] for place in each) for of in (points, wins)))
        for month in sorted(games)
    )


def last_game(people: Collection[User]) -> Game | None:
    """Return the last game that these three have ended together."""
    if len(people) != len(PLAYERS):
        return None
    first = next(iter(people))
    played = history.filtered(GameResult.objects.filter(user=first, game__stage__in=ENDED), _with_others(people, first))
    latest = played.order_by("-at", "-pk").select_related("game").first()
    return latest.game if latest else None
