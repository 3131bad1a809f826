"""Reads for the pages of results, statistics and ratings.

Lists are paged by cursors: a page costs the same anywhere in a list and for any player.
"""

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
    CHART_POINTS,
    LADDER_SIZE,
    PAGE_SIZE,
    Cursor,
    DealSummary,
    Filter,
    GameSummary,
    Hand,
    NilSummary,
    Order,
    PageCursors,
    RatingAfterGame,
    RatingSummary,
    TallySummary,
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
    rules_of,
)
from games.models.results import Result
from games.models.values import Stage, Who

R = TypeVar("R", bound=Result)


def player_by_name(name: str) -> User:
    """Return the player of this name, ignoring case. Raises User.DoesNotExist."""
    if "\0" in name:  # PostgreSQL refuses to look for it
        raise User.DoesNotExist
    return User.objects.get(name_key=fold(name))


def deal_summaries(
    user: User, filters: Filter, order: Order, cursor: Cursor, size: int = PAGE_SIZE
) -> tuple[list[DealSummary], PageCursors]:
    """Return a page of the player's finished deals, and the cursors of the pages beside it."""
    keys, cursors = _page(DealResult.objects.filter(user=user), filters, order, cursor, size)
    seats = Prefetch("score__deal__game__seats", Seat.objects.select_related("user").order_by("player"))
    results = DealResult.objects.select_related("score__deal__game").prefetch_related(seats).in_bulk(keys)
    return [_deal_summary(results[key]) for key in keys], cursors


def game_summaries(
    user: User, filters: Filter, order: Order, cursor: Cursor, size: int = PAGE_SIZE
) -> tuple[list[GameSummary], PageCursors]:
    """Return a page of the player's games, and the cursors of the pages beside it.

    A running game is included with its scored deals.
    """
    keys, cursors = _page(GameResult.objects.filter(user=user), filters, order, cursor, size)
    seats = Prefetch("game__seats", Seat.objects.select_related("user").order_by("player"))
    results = GameResult.objects.select_related("game__void").prefetch_related(seats).in_bulk(keys)
    rated = RatingChange.objects.filter(ALL_TIME_ALL_STYLES, user=user)
    changes = {change.game_id: change for change in rated.filter(game__in=[row.game_id for row in results.values()])}
    return [_game_summary(results[key], changes.get(results[key].game_id)) for key in keys], cursors


def _page(rows: QuerySet[R], filters: Filter, order: Order, cursor: Cursor, size: int) -> tuple[list[int], PageCursors]:
    """Return the primary keys of a page's rows, read from the index alone, and the cursors of the pages beside it."""
    descending = order.descending != cursor.backwards
    sign, beyond = ("-", "lt") if descending else ("", "gt")
    rows = _filtered(rows, filters)
    if cursor.row is not None:
        value, key = cursor.row
        same = Q(**{order.column: value, f"pk__{beyond}": key})
        # The first condition is redundant, but lets the database start reading the index at the cursor.
        rows = rows.filter(**{f"{order.column}__{beyond}e": value}).filter(
            Q(**{f"{order.column}__{beyond}": value}) | same
        )
    found = list(rows.order_by(f"{sign}{order.column}", f"{sign}pk").values_list(order.column, "pk")[: size + 1])
    page = found[:size][::-1] if cursor.backwards else found[:size]
    there_are_more, came_from = len(found) > size, cursor.row is not None
    before, after = (there_are_more, came_from) if cursor.backwards else (came_from, there_are_more)
    return [key for _value, key in page], PageCursors(
        before=Cursor(page[0], backwards=True) if page and before else None,
        after=Cursor(page[-1]) if page and after else None,
    )


def _filtered(rows: QuerySet[R], filters: Filter) -> QuerySet[R]:
    named = {"bidding": filters.bidding, "peek": filters.peek, "company": filters.company}
    conditions: dict[str, Any] = {name: value for name, value in named.items() if value}
    if filters.declarer is not None and rows.model is DealResult:
        conditions["declarer"] = filters.declarer
    if filters.since is not None:
        conditions["at__gte"] = filters.since
    if filters.until is not None:
        conditions["at__lte"] = filters.until
    rows = rows.filter(**conditions)
    if filters.opponent is not None:
        rows = rows.filter(Q(left=filters.opponent) | Q(right=filters.opponent))
    return rows


def _deal_summary(result: DealResult) -> DealSummary:
    score = result.score
    game = score.deal.game
    return DealSummary(
        at=result.at,
        code=_public_code(game),
        table=game.name,
        rules=rules_of(game),
        number=score.deal.number,
        opponents=_opponents(list(game.seats.all()), score.player),
        declarer=result.declarer,
        position=result.position,
        bid=score.bid,
        contract=score.contract,
        tricks=score.side_tricks,
        nils=tuple(NilSummary(_hand(nil["hand"], score.player), nil["made"]) for nil in score.nils),
        points=score.total,
        bags=score.bags,
        bag_penalty=score.bag_penalty,
        total=score.points_after,
        bags_after=score.bags_after,
    )


def _hand(hand: int, player: int) -> Hand:
    if hand == DUMMY:
        return Hand.DUMMY
    return Hand.OWN if hand == player else Hand.PARTNER


def _game_summary(result: GameResult, change: RatingChange | None) -> GameSummary:
    game = result.game
    return GameSummary(
        at=result.at,
        code=_public_code(game),
        table=game.name,
        rules=rules_of(game),
        stage=Stage(game.stage),
        opponents=_opponents(list(game.seats.all()), result.player),
        deals=result.deals,
        points=result.points,
        bags=result.bags,
        place=result.place,
        void=game.void.reason if hasattr(game, "void") else "",
        rating=None if change is None else outcomes.rating_points(change),
    )


def _public_code(game: Game) -> str:
    """Return the game's code; "" while it is played at a table that is not public."""
    return game.code if game.public or Stage(game.stage).has_ended else ""


def _opponents(seats: Sequence[Seat], player: int) -> tuple[Who, Who]:
    _, left, right = clockwise_from(player)
    return seats[left].who, seats[right].who


def tallies(user: User, filters: Filter) -> list[TallySummary]:
    """Return the player's tallies; of the filters only bidding style, company and role apply."""
    named = {"bidding": filters.bidding, "company": filters.company, "declarer": filters.declarer}
    conditions = {name: value for name, value in named.items() if value not in ("", None)}
    groups = Tally.objects.filter(user=user, **conditions).values_list("declarer", "position", "contract", "tricks")
    return [_tally_summary(*row) for row in groups.annotate(*(Sum(count) for count in _COUNTS))]


_COUNTS = ("deals", "points", *(f"{hand}_{result}" for hand in Hand for result in ("made", "failed")))


def _tally_summary(declarer: bool, position: int, contract: int, tricks: int, *counts: int) -> TallySummary:
    deals, points, *nils = counts
    by_hand = {hand: (nils[2 * place], nils[2 * place + 1]) for place, hand in enumerate(Hand)}
    return TallySummary(declarer, position, contract, tricks, deals, points, by_hand)


def ratings_of(user: User) -> dict[str, RatingSummary]:
    """Return the player's ratings of all time and all styles, by company."""
    rows = Rating.objects.filter(ALL_TIME_ALL_STYLES, user=user).select_related("ladder", "user")
    return {row.ladder.company: _rating_summary(row) for row in rows}


def rating_over_time(user: User, company: str, games: int) -> list[RatingAfterGame]:
    """Return the player's rating over `games` rated games, at most about CHART_POINTS points and always the last."""
    step = max(1, games // CHART_POINTS)
    changes = RatingChange.objects.filter(ALL_TIME_ALL_STYLES, user=user, ladder__company=company, number__lte=games)
    picked = changes.annotate(rest=(games - F("number")) % step).filter(rest=0).order_by("number")
    return [_rating_after_game(*row) for row in picked.values_list("number", "at", "mu", "sigma")]


def _rating_after_game(number: int, at: datetime, mu: float, sigma: float) -> RatingAfterGame:
    skill = ratings.Skill(mu, sigma)
    return RatingAfterGame(number, at, skill.points, skill.give_or_take)


def ladder(company: str, bidding: str, month: str, visitor: User | AnonymousUser) -> list[RatingSummary]:
    """Return the best players of a ladder, best first, without those who hide their results from the visitor."""
    rows = Rating.objects.filter(
        ladder__company=company, ladder__bidding=bidding, ladder__month=month, user__is_active=True
    )
    open_to_visitor = [Visibility.PUBLIC, *([Visibility.PLAYERS] if visitor.is_authenticated else [])]
    visible = rows.filter(user__visibility__in=open_to_visitor).select_related("user")
    return [_rating_summary(row) for row in visible.order_by("-lower_bound", "user")[:LADDER_SIZE]]


def months() -> list[str]:
    """Return the months in which rated games ended, latest first, as "2026-11"."""
    named = Ladder.objects.exclude(month="").order_by("-month").values_list("month", flat=True)
    return list(named.distinct())


def _rating_summary(row: Rating) -> RatingSummary:
    skill = ratings.Skill(row.mu, row.sigma)
    return RatingSummary(
        name=row.user.username,
        points=skill.points,
        give_or_take=skill.give_or_take,
        lower_bound=round(ratings.SCALE * skill.lower_bound),
        games=row.games,
        wins=row.wins,
        provisional=row.games < ratings.PROVISIONAL_GAMES,
    )
