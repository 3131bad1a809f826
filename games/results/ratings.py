"""Ratings: skills by openskill's Plackett-Luce model of three-player games, and how pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Q, QuerySet
from openskill.models import PlackettLuce

from accounts.base.choices import Visibility
from accounts.base.statements import Statement
from accounts.models import User, may_act
from games.bots import Level
from games.models import Company, Game, Ladder, Rating, RatingChange, Seat
from games.results.skills import BOTS, PROVISIONAL_GAMES, SCALE, RatingStep, Skill
from games.values import Stage

LADDER_SIZE: Final = 100
CHART_POINTS: Final = 100

_MODEL: Final = PlackettLuce()


def skill_of(row: Rating | RatingChange) -> Skill:
    """Return the skill that a rating is, or that a game has changed it to."""
    return Skill(row.mu, row.sigma)


def after_game(
    skills: Sequence[Skill | None], places: Sequence[int], bots: Level = Level.CLUB, weight: float = 1.0
) -> tuple[Skill | None, ...]:
    """Return the skills after a game that ended in these places (1 is best; players may share a place).

    None stands for a bot of the level `bots`, in the arguments and in the result.
    """
    teams = [[_MODEL.rating(skill.mu, skill.sigma)] for skill in (known or BOTS[bots] for known in skills)]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(
        old and Skill(old.mu + weight * (new.mu - old.mu), old.sigma + weight * (new.sigma - old.sigma))
        for old, (new,) in zip(skills, rated, strict=True)
    )


OF_ALL_GAMES: Final = Q(ladder__bidding="", ladder__month="")
"""Selects ratings and rating changes of the ladders of all time and all styles."""


def rating_steps(game: Game, seats: Sequence[Seat]) -> tuple[RatingStep, ...]:
    """Return the game's changes of the ratings of all time and all styles, in seat order; none before its end, nor for
    an account that has taken the game over from a guest.
    """
    if not Stage(game.stage).has_ended:
        return ()
    visibility = {(seat.player, seat.user_id): seat.user.visibility for seat in seats if seat.user}
    return tuple(
        RatingStep(
            change.player,
            *rating_points(change),
            skill_of(change).give_or_take,
            visibility[change.player, change.user_id],
            change.number,
            tuple(map(int, change.places)),
        )
        for change in RatingChange.objects.filter(OF_ALL_GAMES, game=game).order_by("player")
        if (change.player, change.user_id) in visibility
    )


def rating_points(change: RatingChange) -> tuple[int, int]:
    """Return the rating points before and after a game."""
    return Skill(change.mu_before, change.sigma_before).points, skill_of(change).points


@dataclass(frozen=True, slots=True)
class RatingSummary:
    """A player's `Skill` on a ladder as pages show it, in rating points; one from few games is `provisional`."""

    name: str
    avatar: str
    points: int
    give_or_take: int
    lower_bound: int
    games: int
    wins: int
    provisional: bool


def ratings_of(user: User) -> dict[str, RatingSummary]:
    """Return the player's ratings of all time and all styles, by company."""
    rows = Rating.objects.filter(OF_ALL_GAMES, user=user).select_related("ladder", "user")
    return {row.ladder.company: _summary(row) for row in rows}


def ladder(company: str, bidding: str, month: str, visitor: User | AnonymousUser) -> list[RatingSummary]:
    """Return the best players of a ladder, best first."""
    best = _listed(company, bidding, month, visitor).select_related("user")[:LADDER_SIZE]
    return [_summary(row) for row in best]


def first_and_own(company: str, reader: User | AnonymousUser, most: int) -> list[tuple[int, RatingSummary, bool]]:
    """Return so many of the best players over all months and styles, and the reader if the ladder has them: each with
    the place, and whether it is the reader.
    """
    listed = _listed(company, "", "", reader).values_list("pk", "user")[:LADDER_SIZE]
    shown = [(place, row, user == reader.pk) for place, (row, user) in enumerate(listed, start=1)]
    shown = [each for each in shown if each[0] <= most or each[2]]
    ratings = {rating.pk: rating for rating in _WITH_USERS.all([row for _place, row, _is_own in shown])}
    return [(place, _summary(ratings[row]), is_own) for place, row, is_own in shown if row in ratings]


_WITH_USERS: Final = Statement(lambda keys: Rating.objects.filter(pk__in=keys).select_related("user"))


def _listed(company: str, bidding: str, month: str, visitor: User | AnonymousUser) -> QuerySet[Rating]:
    """Return the ratings of a ladder, best first, without guests and those who hide their results from the visitor, or
    may not act now.

    People who play with bots of the API are rated against them, but that ladder lists the bots only.
    """
    rows = Rating.objects.filter(ladder__company=company, ladder__bidding=bidding, ladder__month=month)
    rows = rows.filter(user__is_bot=True) if company == Company.API else rows
    open_to_visitor = [Visibility.PUBLIC, *([Visibility.PLAYERS] if visitor.is_authenticated else [])]
    visible = rows.filter(may_act("user"), user__is_guest=False, user__visibility__in=open_to_visitor)
    return visible.order_by("-lower_bound", "user")


_RANKED: Final = Statement(
    lambda: Ladder.objects.filter(bidding="", month="", ratings__user__is_guest=False).values_list("company").distinct()
)


def company_with_ladder() -> str:
    """Return the first company whose ladder has players who are no guests; that of people if none has."""
    rated = {company for (company,) in _RANKED.all()}
    return next((company for company in Company if company in rated), Company.PEOPLE)


def _summary(row: Rating) -> RatingSummary:
    skill = skill_of(row)
    return RatingSummary(
        name=row.user.username,
        avatar=row.user.avatar,
        points=skill.points,
        give_or_take=skill.give_or_take,
        lower_bound=round(SCALE * skill.lower_bound),
        games=row.games,
        wins=row.wins,
        provisional=row.games < PROVISIONAL_GAMES,
    )


def months() -> list[str]:
    """Return the months in which rated games ended, latest first, as "2026-11"."""
    return list(Ladder.objects.exclude(month="").order_by("-month").values_list("month", flat=True).distinct())


@dataclass(frozen=True, slots=True)
class RatingAfterGame:
    """A player's rating after the rated game with this number."""

    number: int
    at: datetime
    points: int
    give_or_take: int


def rating_over_time(user: User, company: str, games: int) -> list[RatingAfterGame]:
    """Return the player's rating over `games` rated games, at most about CHART_POINTS points and always the last."""
    step = max(1, games // CHART_POINTS)
    changes = RatingChange.objects.filter(OF_ALL_GAMES, user=user, ladder__company=company, number__lte=games)
    picked = changes.annotate(rest=(games - F("number")) % step).filter(rest=0).order_by("number")
    skills = [(change, skill_of(change)) for change in picked]
    return [RatingAfterGame(change.number, change.at, skill.points, skill.give_or_take) for change, skill in skills]
