"""Reads for seasons: the lines of a ladder (of a running season as if it ended now), and the badges of a player."""

from collections.abc import Iterable
from typing import Final, NamedTuple, cast

from django.core.cache import cache
from django.db.models import F, Q
from django.utils import timezone

from accounts.base.statements import Statement
from accounts.models import User
from games.competitions.ladders import scores
from games.competitions.ladders.divisions import Entrant, Outcome, outcomes
from games.competitions.ladders.scores import Score
from games.models import Season, SeasonLadder, SeasonResult

KEPT_FOR: Final = 60
"""For how many seconds the lines of a season are kept."""

MOST_BADGES: Final = 12


class Line(NamedTuple):
    """A player's result in a season, as a `SeasonResult` stores it or would store it."""

    user: int
    division: int
    place: int | None
    score: float | None
    played: int
    medal: int | None
    next_division: int | None
    missed: int

    @property
    def way(self) -> str:
        """Return "up", "down" or "out"; "" for a player who stays."""
        if self.next_division is None:
            return "out"
        return "" if self.next_division == self.division else "up" if self.next_division < self.division else "down"


_RUNNING: Final = Statement(lambda ladder: Season.objects.filter(ladder=ladder, closed_at=None).order_by("month")[:1])
_CLOSED_MONTHS: Final = Statement(
    lambda: Season.objects.filter(closed_at__isnull=False).order_by("-month").values_list("month").distinct()
)


def current(ladder: SeasonLadder) -> Season:
    """Return the season of a ladder that is running or being closed; an unsaved one if no ticker has run yet."""
    return _RUNNING.first(ladder) or Season(ladder=ladder, month=f"{timezone.now():%Y-%m}")


def closed(ladder: SeasonLadder, month: str) -> Season | None:
    """Return a season that is closed."""
    return Season.objects.filter(ladder=ladder, month=month, closed_at__isnull=False).first()


def closed_months() -> list[str]:
    """Return the months with a closed season, latest first."""
    return [month for (month,) in _CLOSED_MONTHS.all()]


def lines_of(season: Season) -> list[Line]:
    """Return the lines of a season, at most a minute old; of a running one as if it ended now."""
    compute = stored if season.closed_at else lines
    return cast(list[Line], cache.get_or_set(_key(season), lambda: compute(season), KEPT_FOR))


def forget(season: Season) -> None:
    """Drop the cached lines of a season, which staff have changed."""
    cache.delete(_key(season))


def _key(season: Season) -> str:
    return f"season:{season.ladder}:{season.month}:{'closed' if season.closed_at else 'running'}"


def stored(season: Season) -> list[Line]:
    """Return the lines of a closed season, by division and place."""
    rows = SeasonResult.objects.filter(season=season, removed=False)
    columns = ("user", *Line._fields[1:])
    return [
        Line(*row) for row in rows.order_by("division", F("place").asc(nulls_last=True), "user").values_list(*columns)
    ]


def lines(season: Season) -> list[Line]:
    """Return the lines of a season that is not closed, computed now. Guests and bots are not ranked.

    A suspended or closed account counts as not having played, so that a day's suspension does not cost the division.
    """
    reached, before = scores.scores(SeasonLadder(season.ladder), season.month), _before(season)
    may_act = _may_act({*reached, *before})
    counted = {user: score for user, score in reached.items() if may_act.get(user)}
    entrants = [
        _entrant(user, counted.get(user), *before.get(user, (None, 0)))
        for user in may_act
        if user in counted or user in before
    ]
    return [_line(ended, counted.get(ended.player)) for ended in outcomes(entrants)]


def _line(ended: Outcome, score: Score | None) -> Line:
    return Line(
        user=ended.player,
        division=ended.division,
        place=ended.place,
        score=score.figure if score else None,
        played=score.played if score else 0,
        medal=ended.medal,
        next_division=ended.next_division,
        missed=ended.missed,
    )


def _entrant(user: int, score: Score | None, division: int | None, missed: int) -> Entrant:
    return Entrant(user, division, None if score is None else (score.figure, score.played), missed)


def _before(season: Season) -> dict[int, tuple[int | None, int]]:
    """Return each player's division after the season before, and how many seasons they have missed."""
    earlier = Season.objects.filter(ladder=season.ladder, month__lt=season.month, closed_at__isnull=False)
    rows = SeasonResult.objects.filter(season=earlier.order_by("-month")[:1], next_division__isnull=False)
    return {user: (division, missed) for user, division, missed in rows.values_list("user", "next_division", "missed")}


def _may_act(users: Iterable[int]) -> dict[int, bool]:
    """Return which of these accounts may be ranked (neither guests nor bots), and whether they may act now."""
    accounts = User.objects.filter(is_guest=False, is_bot=False).only("pk", "is_active", "suspended_until")
    return {user: account.may_act for user, account in accounts.in_bulk(list(users)).items()}


def badges_of(player: User) -> list[SeasonResult]:
    """Return the latest results with a medal or a promotion, with their seasons."""
    rows = SeasonResult.objects.filter(user=player, season__closed_at__isnull=False, removed=False)
    earned = rows.filter(Q(medal__isnull=False) | Q(next_division__lt=F("division")))
    return list(earned.select_related("season").order_by("-season__month", "season__ladder")[:MOST_BADGES])
