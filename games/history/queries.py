"""Reads for pages about what has been played: a page of a list costs the same wherever it is, whoever's it is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Prefetch, Q, QuerySet, Sum

from accounts.models import User, Visibility
from accounts.names import fold
from games.engine import DUMMY, clockwise_from
from games.history import outcomes, ratings
from games.history.summaries import (
    PAGE_SIZE,
    PLAYERS_ON_A_LADDER,
    POINTS_ON_A_CHART,
    Filter,
    Hand,
    Neighbours,
    Order,
    PastDeal,
    PastGame,
    PastNil,
    Place,
    Rated,
    RatedAt,
    Tallied,
)
from games.models import (
    ALL_TIME_ALL_STYLES,
    DealResult,
    Game,
    GameResult,
    Ladder,
    Rating,
    RatingChange,
    Seat,
    Tally,
)
from games.models.results import Result
from games.play import event_log
from games.play.snapshot import Stage, Who

R = TypeVar("R", bound=Result)


def player_called(name: str) -> User:
    """The player of this name, in whatever case. Raises User.DoesNotExist."""
    if "\0" in name:  # which PostgreSQL can't even look for
        raise User.DoesNotExist
    return User.objects.get(name_key=fold(name))


def past_deals(
    user: User, chosen: Filter, order: Order, place: Place, size: int = PAGE_SIZE
) -> tuple[list[PastDeal], Neighbours]:
    """A page of the player's finished deals."""
    lines, neighbours = _page(DealResult.objects.filter(user=user), chosen, order, place, size)
    seats = Prefetch("score__deal__game__seats", Seat.objects.select_related("user").order_by("player"))
    shown = DealResult.objects.select_related("score__deal__game").prefetch_related(seats).in_bulk(lines)
    return [_past_deal(shown[line]) for line in lines], neighbours


def past_games(
    user: User, chosen: Filter, order: Order, place: Place, size: int = PAGE_SIZE
) -> tuple[list[PastGame], Neighbours]:
    """A page of the player's games, running ones with what is scored so far."""
    results, neighbours = _page(GameResult.objects.filter(user=user), chosen, order, place, size)
    seats = Prefetch("game__seats", Seat.objects.select_related("user").order_by("player"))
    shown = GameResult.objects.select_related("game__void").prefetch_related(seats).in_bulk(results)
    rated = RatingChange.objects.filter(ALL_TIME_ALL_STYLES, user=user)
    changes = {change.game_id: change for change in rated.filter(game__in=[row.game_id for row in shown.values()])}
    return [_past_game(shown[result], changes.get(shown[result].game_id)) for result in results], neighbours


def _page(rows: QuerySet[R], chosen: Filter, order: Order, place: Place, size: int) -> tuple[list[int], Neighbours]:
    """The numbers of a page's rows, found in the index alone, and where its neighbours begin."""
    descending = order.descending != place.backwards
    sign, beyond = ("-", "lt") if descending else ("", "gt")
    rows = _chosen(rows, chosen)
    if place.row is not None:
        value, number = place.row
        same = Q(**{order.column: value, f"pk__{beyond}": number})
        # The first condition says nothing new, but lets the database begin where the page does.
        rows = rows.filter(**{f"{order.column}__{beyond}e": value}).filter(
            Q(**{f"{order.column}__{beyond}": value}) | same
        )
    found = list(rows.order_by(f"{sign}{order.column}", f"{sign}pk").values_list(order.column, "pk")[: size + 1])
    page = found[:size][::-1] if place.backwards else found[:size]
    there_are_more, came_from = len(found) > size, place.row is not None
    before, after = (there_are_more, came_from) if place.backwards else (came_from, there_are_more)
    return [number for _value, number in page], Neighbours(
        before=Place(page[0], backwards=True) if page and before else None,
        after=Place(page[-1]) if page and after else None,
    )


def _chosen(rows: QuerySet[R], chosen: Filter) -> QuerySet[R]:
    named = {"bidding": chosen.bidding, "peek": chosen.peek, "company": chosen.company}
    given: dict[str, Any] = {name: value for name, value in named.items() if value}
    if chosen.declarer is not None and rows.model is DealResult:
        given["declarer"] = chosen.declarer
    if chosen.since is not None:
        given["at__gte"] = chosen.since
    if chosen.until is not None:
        given["at__lte"] = chosen.until
    rows = rows.filter(**given)
    if chosen.opponent is not None:
        rows = rows.filter(Q(left=chosen.opponent) | Q(right=chosen.opponent))
    return rows


def _past_deal(line: DealResult) -> PastDeal:
    score = line.score
    game = score.deal.game
    return PastDeal(
        at=line.at,
        code=_public_code(game),
        table=game.name,
        rules=event_log.rules_of(game),
        number=score.deal.number,
        opponents=_opponents(list(game.seats.all()), score.player),
        declarer=line.declarer,
        position=line.position,
        bid=score.bid,
        contract=score.contract,
        tricks=score.side_tricks,
        nils=tuple(PastNil(_hand(nil["hand"], score.player), nil["made"]) for nil in score.nils),
        points=score.total,
        bags=score.bags,
        bag_penalty=score.bag_penalty,
        total=score.points_after,
        bags_after=score.bags_after,
    )


def _hand(hand: int, player: int) -> Hand:
    if hand == DUMMY:
        return Hand.DUMMY
    return Hand.OWN if hand == player else Hand.MATE


def _past_game(result: GameResult, change: RatingChange | None) -> PastGame:
    game = result.game
    return PastGame(
        at=result.at,
        code=_public_code(game),
        table=game.name,
        rules=event_log.rules_of(game),
        stage=Stage(game.stage),
        opponents=_opponents(list(game.seats.all()), result.player),
        deals=result.deals,
        points=result.points,
        bags=result.bags,
        place=result.place,
        void=game.void.reason if hasattr(game, "void") else "",
        rating=None if change is None else outcomes.before_and_after(change),
    )


def _public_code(game: Game) -> str:
    """The game's code, "" while it is played at a table that is reached by its link only."""
    return game.code if game.public or Stage(game.stage).has_ended else ""


def _opponents(seats: Sequence[Seat], player: int) -> tuple[Who, Who]:
    _, left, right = clockwise_from(player)
    return seats[left].who, seats[right].who


def tallies(user: User, chosen: Filter) -> list[Tallied]:
    """The player's deals counted, those of a bidding style, company or role if one is chosen."""
    named = {"bidding": chosen.bidding, "company": chosen.company, "declarer": chosen.declarer}
    given = {name: value for name, value in named.items() if value not in ("", None)}
    alike = Tally.objects.filter(user=user, **given).values_list("declarer", "position", "contract", "tricks")
    return [_tallied(*row) for row in alike.annotate(*(Sum(count) for count in _COUNTED))]


_COUNTED = ("deals", "points", *(f"{hand}_{result}" for hand in Hand for result in ("made", "failed")))


def _tallied(declarer: bool, position: int, contract: int, tricks: int, *counts: int) -> Tallied:
    deals, points, *nils = counts
    by_hand = {hand: (nils[2 * place], nils[2 * place + 1]) for place, hand in enumerate(Hand)}
    return Tallied(declarer, position, contract, tricks, deals, points, by_hand)


def ratings_of(user: User) -> dict[str, Rated]:
    """The player's ratings of all time and all styles, by company."""
    rows = Rating.objects.filter(ALL_TIME_ALL_STYLES, user=user).select_related("ladder", "user")
    return {row.ladder.company: _rated(row) for row in rows}


def rating_over_time(user: User, company: str, games: int) -> list[RatedAt]:
    """The player's rating after every so many of `games` rated games, the last one included."""
    step = max(1, games // POINTS_ON_A_CHART)
    changes = RatingChange.objects.filter(ALL_TIME_ALL_STYLES, user=user, ladder__company=company, number__lte=games)
    picked = changes.annotate(rest=(games - F("number")) % step).filter(rest=0).order_by("number")
    return [_rated_at(*row) for row in picked.values_list("number", "at", "mu", "sigma")]


def _rated_at(number: int, at: datetime, mu: float, sigma: float) -> RatedAt:
    skill = ratings.Skill(mu, sigma)
    return RatedAt(number, at, skill.points, skill.give_or_take)


def ladder(company: str, bidding: str, month: str, visitor: User | AnonymousUser) -> list[Rated]:
    """The best of a ladder, as far as they let the visitor see it, best first."""
    rows = Rating.objects.filter(
        ladder__company=company, ladder__bidding=bidding, ladder__month=month, user__is_active=True
    )
    open_to_visitor = [Visibility.PUBLIC, *([Visibility.PLAYERS] if visitor.is_authenticated else [])]
    seen = rows.filter(user__visibility__in=open_to_visitor).select_related("user")
    return [_rated(row) for row in seen.order_by("-sure", "user")[:PLAYERS_ON_A_LADDER]]


def months() -> list[str]:
    """The months in which rated games ended, the latest first."""
    named = Ladder.objects.exclude(month="").order_by("-month").values_list("month", flat=True)
    return list(named.distinct())


def _rated(row: Rating) -> Rated:
    skill = ratings.Skill(row.mu, row.sigma)
    return Rated(
        name=row.user.username,
        points=skill.points,
        give_or_take=skill.give_or_take,
        sure=round(ratings.SCALE * skill.sure),
        games=row.games,
        wins=row.wins,
        provisional=row.games < ratings.SETTLED_AFTER,
    )
