"""Reads for the pages of a player, as plain values: lists of deals and games, sums for statistics, the portrait.

Everything here may be seen by anyone who may see the player's results. Lists are paged by cursors: a page costs the
same anywhere in a list and for any player.
"""

from collections import Counter
from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import add
from typing import Final, TypeVar, cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Sum

from accounts.base.names import fold
from accounts.base.statements import Statement
from accounts.models import User
from games.engine import Rules, clockwise_from, is_made, score_contract
from games.models import (
    DealResult,
    Game,
    GameResult,
    JudgedDeal,
    MistakeKind,
    RatingChange,
    Result,
    Seat,
    Tally,
    Void,
    read_seats,
    rules_of,
)
from games.play.modes import access
from games.results.ratings import OF_ALL_GAMES, rating_points
from games.results.services import Hand, TallyKey, hand_of, tally
from games.values import Mode, Stage, Who

PAGE_SIZE: Final = 50

OF_ALL_FOR: Final = 3600
"""Seconds for which the tallies of all players are stored."""

R = TypeVar("R", bound=Result)


@dataclass(frozen=True, slots=True)
class ResultSummary:
    """Where a player's result is from. `code` is "" while the table is not public; `opponents` sat left and right. The
    deals may still be `closed` to reviews, by the game's `mode`.
    """

    code: str
    table: str
    rules: Rules
    mode: Mode
    closed: bool
    opponents: tuple[Who, Who]

    @property
    def has_review(self) -> bool:
        """Whether the reader may look for the review of a deal."""
        return bool(self.code) and not self.closed


@dataclass(frozen=True, slots=True)
class DealSummary(ResultSummary):
    """One player's result of a finished deal. `nils` are those that applied, and whether they held."""

    number: int
    result: DealResult
    nils: tuple[tuple[Hand, bool], ...]


@dataclass(frozen=True, slots=True)
class GameSummary(ResultSummary):
    """One player's result of a game.

    `void` is the reason why the game does not count, "" if it does. `rating` are the rating points before and after it,
    None for a game that was not rated.
    """

    stage: Stage
    result: GameResult
    void: str
    rating: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Filter:
    """Which deals or games to list. Empty or None means all; `declarer` applies to deals only.

    `opponents` are two people who have both played, in any seat.
    """

    bidding: str = ""
    peek: str = ""
    company: str = ""
    declarer: bool | None = None
    opponent: int | None = None
    opponents: tuple[int, int] | None = None
    since: datetime | None = None
    before: datetime | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """How a list is sorted: `column` is "at" or "points"."""

    column: str = "at"
    descending: bool = True


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page of a list begins.

    The page begins just after the row with this value and primary key, or, read backwards, ends just before it. Without
    a row it is the first page, or, backwards, the last.
    """

    row: tuple[datetime | int, int] | None
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class PageCursors:
    """The cursors of the pages before and after a page; None where there is none."""

    before: Cursor | None
    after: Cursor | None


_BY_NAME: Final = Statement(lambda name_key: User.objects.filter(name_key=name_key))


def player_by_name(name: str) -> User:
    """Return the player of this name, ignoring case. Raises User.DoesNotExist."""
    user = _BY_NAME.first(fold(name))
    if user is None:
        raise User.DoesNotExist
    return user


def deal_summaries(
    user: User, filters: Filter, order: Order, cursor: Cursor, size: int = PAGE_SIZE, *, is_own: bool = False
) -> tuple[list[DealSummary], PageCursors]:
    """Return a page of the player's finished deals, and the cursors of the pages beside it.

    With `is_own`, for the player, the tables of running games that are not public are named too.
    """
    keys, cursors = _page(DealResult.objects.filter(user=user), filters, order, cursor, size)
    deals = deals_by_key(keys, is_own=is_own)
    return [deals[key] for key in keys], cursors


_DEALS: Final = Statement(lambda keys: DealResult.objects.filter(pk__in=keys).select_related("score__deal__game__host"))


def deals_by_key(keys: Collection[int], *, is_own: bool) -> dict[int, DealSummary]:
    """Return results of deals by primary key; `is_own` as for `deal_summaries`."""
    results = {result.pk: result for result in _DEALS.all(list(keys))}
    read_seats([result.score.deal.game for result in results.values()])
    return {
        key: DealSummary(
            *_shared(result.score.deal.game, result.score.player, is_own),
            result.score.deal.number,
            result,
            tuple((hand_of(nil["hand"], result.score.player), nil["made"]) for nil in result.score.nils),
        )
        for key, result in results.items()
    }


def game_summaries(
    user: User, filters: Filter, order: Order, cursor: Cursor, size: int = PAGE_SIZE, *, is_own: bool = False
) -> tuple[list[GameSummary], PageCursors]:
    """Return a page of the player's games, running ones with their scored deals, and the cursors beside it.

    `is_own` as for deals.
    """
    keys, cursors = _page(GameResult.objects.filter(user=user), filters, order, cursor, size)
    seats = Prefetch("game__seats", Seat.objects.select_related("user").order_by("player"))
    results = GameResult.objects.select_related("game__void", "game__host").prefetch_related(seats).in_bulk(keys)
    rated = RatingChange.objects.filter(OF_ALL_GAMES, user=user)
    changes = {change.game_id: change for change in rated.filter(game__in=[row.game_id for row in results.values()])}
    return [_game_summary(results[key], changes.get(results[key].game_id), is_own) for key in keys], cursors


def _page(rows: QuerySet[R], filters: Filter, order: Order, cursor: Cursor, size: int) -> tuple[list[int], PageCursors]:
    """Return the primary keys of a page's rows, read from the index alone, and the cursors of the pages beside it."""
    descending = order.descending != cursor.backwards
    sign, beyond = ("-", "lt") if descending else ("", "gt")
    rows = filtered(rows, filters)
    if cursor.row is not None:
        value, key = cursor.row
        further = Q(**{f"{order.column}__{beyond}": value}) | Q(**{order.column: value, f"pk__{beyond}": key})
        # The second condition is redundant, but lets the database start reading the index at the cursor.
        rows = rows.filter(further, **{f"{order.column}__{beyond}e": value})
    selected = list(rows.order_by(f"{sign}{order.column}", f"{sign}pk").values_list(order.column, "pk")[: size + 1])
    page = selected[:size][::-1] if cursor.backwards else selected[:size]
    there_are_more, came_from = len(selected) > size, cursor.row is not None
    before, after = (there_are_more, came_from) if cursor.backwards else (came_from, there_are_more)
    return [key for _value, key in page], PageCursors(
        before=Cursor(page[0], backwards=True) if page and before else None,
        after=Cursor(page[-1]) if page and after else None,
    )


def filtered(rows: QuerySet[R], filters: Filter) -> QuerySet[R]:
    """Return those of the results that pass the filters."""
    rows = rows.filter(
        **given(
            bidding=filters.bidding,
            peek=filters.peek,
            company=filters.company,
            declarer=filters.declarer if rows.model is DealResult else None,
            at__gte=filters.since,
            at__lt=filters.before,
        )
    )
    if filters.opponent is not None:
        rows = rows.filter(Q(left=filters.opponent) | Q(right=filters.opponent))
    if filters.opponents is not None:
        one, other = filters.opponents
        rows = rows.filter(Q(left=one, right=other) | Q(left=other, right=one))
    return rows


def given(**conditions: object) -> dict[str, object]:
    """Return the conditions of a filter that is set: neither empty nor None."""
    return {name: value for name, value in conditions.items() if value not in ("", None)}


def _game_summary(result: GameResult, change: RatingChange | None, is_own: bool) -> GameSummary:
    game = result.game
    void = game.void.reason if hasattr(game, "void") else ""
    rating = None if change is None else rating_points(change)
    return GameSummary(*_shared(game, result.player, is_own), Stage(game.stage), result, void, rating)


def _shared(game: Game, player: int, is_own: bool) -> tuple[str, str, Rules, Mode, bool, tuple[Who, Who]]:
    """Return the values of `ResultSummary`."""
    seats = list(game.seats.all())
    _, left, right = clockwise_from(player)
    code = game.code if is_own or game.public or Stage(game.stage).has_ended else ""
    closed = access.are_closed(game)
    return code, game.title, rules_of(game), game.mode, closed, (seats[left].who, seats[right].who)


@dataclass(frozen=True, slots=True)
class TallySummary:
    """The sums over deals with the same role, position, contract and tricks.

    `penalties` are the points of bag penalties, negative or 0; `nils` made and failed are by hand.
    """

    declarer: bool
    position: int
    contract: int
    tricks: int
    deals: int
    points: int
    penalties: int
    nils: dict[Hand, tuple[int, int]]

    @property
    def made(self) -> bool:
        """Whether the contract was made."""
        return is_made(self.contract, self.tricks)

    @property
    def overtricks(self) -> int:
        """The bags of each of these deals."""
        return score_contract(self.contract, self.tricks)[1]


def tallies(user: User, filters: Filter) -> list[TallySummary]:
    """Return the player's tallies; of the filters only bidding style, company and role apply."""
    return _summed(Tally.objects.filter(user=user), filters)


def tallies_of_all(filters: Filter) -> list[TallySummary]:
    """Return the tallies of all players together, with the same filters, at most an hour old: there are many rows."""
    key = f"tallies-of-all/{filters.bidding}/{filters.company}/{filters.declarer}"
    return cast(list[TallySummary], cache.get_or_set(key, lambda: _summed(Tally.objects.all(), filters), OF_ALL_FOR))


def tallies_of_deals(user: User, filters: Filter) -> list[TallySummary]:
    """Return the sums over those of the player's deals that pass all filters. Stored tallies do not know opponents."""
    sums: dict[TallyKey, tuple[int, ...]] = {}
    for result in filtered(DealResult.objects.filter(user=user), filters).select_related("score"):
        key, counts = tally(result)
        sums[key] = tuple(map(add, sums[key], counts)) if key in sums else counts
    columns = [Tally.KEY.index(column) for column in ("declarer", "position", "contract", "tricks")]
    return [_tally_summary(*(key[column] for column in columns), *counts) for key, counts in sorted(sums.items())]  # type: ignore[arg-type]  # the key's columns


def _summed(rows: QuerySet[Tally], filters: Filter) -> list[TallySummary]:
    conditions = given(bidding=filters.bidding, company=filters.company, declarer=filters.declarer)
    columns = ("declarer", "position", "contract", "tricks")
    sums = map(Sum, Tally.COUNTS)
    return [_tally_summary(*row) for row in rows.filter(**conditions).values_list(*columns).annotate(*sums)]


def _tally_summary(declarer: bool, position: int, contract: int, tricks: int, *counts: int) -> TallySummary:
    of = dict(zip(Tally.COUNTS, counts, strict=True))
    nils = {hand: (of[f"{hand}_made"], of[f"{hand}_failed"]) for hand in Hand}
    return TallySummary(declarer, position, contract, tricks, of["deals"], of["points"], of["penalties"], nils)


@dataclass(frozen=True, slots=True)
class JudgedSummary:
    """A person's deal with its mistakes: their kinds, and the points that each cost."""

    deal: DealSummary
    mistakes: Sequence[tuple[MistakeKind, float]]

    def lost(self, kinds: Container[MistakeKind] = MistakeKind) -> float:
        """Return the points lost by all mistakes, or by those of some kinds."""
        return sum(points for kind, points in self.mistakes if kind in kinds)


def judged_deals(user: User, filters: Filter, size: int, *, is_own: bool) -> list[JudgedSummary]:
    """Return the player's latest judged deals, newest first; of the filters bidding style, company and role apply."""
    wanted = given(result__bidding=filters.bidding, result__company=filters.company, result__declarer=filters.declarer)
    rows = JudgedDeal.objects.filter(user=user, **wanted).order_by("-at", "-result")
    reviewed = list(rows.prefetch_related("mistakes")[:size])
    deals = deals_by_key([row.pk for row in reviewed], is_own=is_own)
    return [
        JudgedSummary(deals[row.pk], [(MistakeKind(mistake.kind), mistake.lost) for mistake in row.mistakes.all()])
        for row in reviewed
    ]


MOST_RULES: Final = 3
MOST_OPPONENTS: Final = 5
BEST_DEALS: Final = 3


@dataclass(frozen=True, slots=True)
class Portrait:
    """What a player's games say of them.

    `rules` are peek rule, bidding style and number of games, `opponents` people and number of games, both the most
    frequent first.
    """

    rules: tuple[tuple[str, str, int], ...]
    opponents: tuple[tuple[User, int], ...]
    best: tuple[DealSummary, ...]


def portrait_of(player: User, visitor: User | AnonymousUser) -> Portrait:
    """Return the portrait of a player for a visitor who may see the player's results.

    Opponents who do not show their own results to the visitor are left out; so are void games.
    """
    # PostgreSQL takes the condition `game__void=None` for rarer than it is, and would begin with all games of the site.
    games = GameResult.objects.filter(~Exists(Void.objects.filter(game=OuterRef("game"))), user=player)
    rules, together = Counter[tuple[str, str]](), Counter[int]()
    kinds = games.values_list("peek", "bidding", "left", "right").annotate(games=Count("pk"))
    for peek, bidding, left, right, count in kinds:
        rules[peek, bidding] += count
        together.update({number: count for number in (left, right) if number is not None})
    best, _cursors = deal_summaries(
        player, Filter(), Order("points"), Cursor(None), size=BEST_DEALS, is_own=player == visitor
    )
    favourites = sorted(rules.items(), key=lambda item: (-item[1], item[0]))[:MOST_RULES]
    return Portrait(tuple((*kind, count) for kind, count in favourites), _opponents(together, visitor), tuple(best))


def _opponents(together: Counter[int], visitor: User | AnonymousUser) -> tuple[tuple[User, int], ...]:
    frequent = together.most_common(50)
    users = User.objects.filter(is_active=True).in_bulk([number for number, _games in frequent])
    people = [(users[number], count) for number, count in frequent if number in users]
    return tuple(pair for pair in people if pair[0].shows_results_to(visitor))[:MOST_OPPONENTS]
