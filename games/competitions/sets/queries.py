"""Reads for sets of deals: who may see what of a board, the field of a board, the results of a set."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.base.statements import Statement
from accounts.models import User
from games.competitions.sets.scoring import Result
from games.engine import State, from_json, replay
from games.models import COUNTED, Board, BoardPlay, Deal, DealSet, SetKind, SetResult, logs
from games.play.modes.access import practice_of
from games.results.fields import Field, mean, results_in

MOST_LISTED: Final = 50
"""How many results a list has, besides the reader's own."""

MOST_CHALLENGES: Final = 12
"""How many challenges are listed, the latest."""

MOST_CLOSED: Final = 20
"""How many closed sets are listed, the latest."""

ON_PODIUM: Final = 3
"""How many results of a day are shown before the others."""

_SHOWN = (
    *("points", "bid", "nils", "contract", "tricks", "declarer", "game__code"),
    *("user__username", "user__chosen_avatar", "user__is_bot", "user__is_active"),
)
"""The columns of a play that lists of results show."""


_OF_SET: Final = Statement(
    lambda code: Board.objects.filter(deal_set__code=code).select_related("deal_set__host").order_by("number")
)


def boards_by(code: str) -> list[Board]:
    """Return the boards of a set in order, with the set and its host; [] if there is no such set."""
    return _OF_SET.all(code)


def _begun_by(user: int) -> Q:
    begun = BoardPlay.objects.filter(user=user, board__deal_set__kind=SetKind.CHALLENGE)
    return Q(pk__in=begun.values("board__deal_set"))


def _unfinished_by(user: int) -> Exists:
    finished = BoardPlay.objects.filter(user=user, points__isnull=False)
    return Exists(Board.objects.filter(deal_set=OuterRef("pk")).exclude(pk__in=finished.values("board")))


def _of_latest(challenges: Q | Exists) -> QuerySet[Board]:
    """Return the boards of the latest of these challenges that are not void: by set, the newest first, in order, each
    with its set and host.
    """
    found = DealSet.objects.filter(challenges, kind=SetKind.CHALLENGE, void_reason="")
    latest = found.order_by("-opens_at", "-pk").values("pk")[:MOST_CHALLENGES]
    boards = Board.objects.filter(deal_set__in=latest).select_related("deal_set__host")
    return boards.order_by("-deal_set__opens_at", "-deal_set", "number")


_OF_CHALLENGES: Final = Statement(lambda user: _of_latest(Q(host=user) | _begun_by(user)))
_OF_UNFINISHED: Final = Statement(lambda user: _of_latest(_begun_by(user) & Q(_unfinished_by(user))))


def boards_of_challenges(user: User) -> list[Board]:
    """Return the boards of the latest challenges that the user hosts or has begun, without void ones: by set, the
    newest first, in order, each with its set and host.
    """
    return _OF_CHALLENGES.all(user.pk)


def boards_of_unfinished(user: User) -> list[Board]:
    """Return those of the latest challenges that the user has begun and not finished, likewise."""
    return _OF_UNFINISHED.all(user.pk)


def set_of_day(kind: SetKind, now: datetime) -> DealSet | None:
    """Return the set of this kind that is open today in UTC; None if no ticker has opened it yet."""
    return DealSet.objects.filter(kind=kind, day=now.astimezone(UTC).date()).first()


def finished_plays(deal_set: DealSet) -> QuerySet[BoardPlay]:
    """Return the finished plays of a set that count, with their users."""
    plays = BoardPlay.objects.filter(board__deal_set=deal_set, **COUNTED)
    return plays.select_related("user")


def counted_plays(boards: Collection[Board]) -> QuerySet[BoardPlay]:
    """Return the finished plays of these boards that count, with their users."""
    return BoardPlay.objects.filter(board__in=boards, **COUNTED).select_related("user").order_by("pk")


_OPEN_NOW: Final = Statement(
    lambda kinds, day, now: (
        Board.objects.filter(
            Q(deal_set__day=day)
            | Q(deal_set__day=None, deal_set__opens_at__lte=now, deal_set__closes_at__gt=now, deal_set__closed_at=None),
            deal_set__kind__in=kinds,
            deal_set__void_reason="",
        )
        .select_related("deal_set")
        .order_by("deal_set__closes_at", "deal_set", "number")
    )
)


def boards_open_now(kinds: Collection[str], now: datetime) -> list[Board]:
    """Return the boards of the sets of these kinds of today in UTC, and of those that belong to no day and are open:
    by set, in order, each with its set.
    """
    return _OPEN_NOW.all(list(kinds), now.astimezone(UTC).date(), now)


_OWN_PLAYS: Final = Statement(
    lambda boards, user: BoardPlay.objects.filter(board__in=boards, user=user).select_related("game", "user")
)


def own_plays(boards: Collection[Board], user: User | AnonymousUser) -> dict[int, BoardPlay]:
    """Return the visitor's tries at these boards, with their games, by the key of the board."""
    if not boards or not isinstance(user, User):
        return {}
    return {play.board_id: play for play in _OWN_PLAYS.all([board.pk for board in boards], user.pk)}


FEW_DAYS: Final = 5
"""With fewer deals of the day, a best one means little."""


_BEFORE: Final = Statement(
    lambda user, moment: (
        BoardPlay.objects.filter(user=user, board__deal_set__kind=SetKind.DAY, finished_at__lt=moment, **COUNTED)
        .order_by()
        .values_list("user")
        .annotate(Max("points"), Count("pk"))
    )
)


def is_best_of_day(play: BoardPlay) -> bool:
    """Return whether a finished deal of the day brought its player more points than each of several before it."""
    _user, most, days = _BEFORE.first(play.user_id, play.finished_at) or (None, 0, 0)
    return days >= FEW_DAYS and play.points is not None and play.points > most


_BEST_PLAYS: Final = Statement(
    lambda board: (
        BoardPlay.objects.filter(board=board, **COUNTED)
        .select_related("user", "game")
        .only(*_SHOWN)
        .order_by("-points", "finished_at", "pk")[:MOST_LISTED]
    )
)


def best_plays(board: Board) -> list[BoardPlay]:
    """Return the finished plays of a board with the most points. Show them only to visitors whom `access.may_see_board`
    allows.
    """
    return _BEST_PLAYS.all(board.pk)


@dataclass(frozen=True, slots=True)
class BidOfField:
    """A bid on a board, its number of nils, how many made it, and the mean of their points."""

    bid: int
    nils: int
    plays: int
    mean: Fraction


_BIDS: Final = Statement(
    lambda board: (
        BoardPlay.objects.filter(board=board, **COUNTED)
        .order_by()
        .values_list("points", "bid", "nils")
        .annotate(Count("pk"))
    )
)
_FIELDS: Final = Statement(
    lambda boards: (
        BoardPlay.objects.filter(board__in=boards, **COUNTED)
        .order_by()
        .values_list("board", "points")
        .annotate(Count("pk"))
    )
)


def field_and_bids(board: Board) -> tuple[Field, list[BidOfField]]:
    """Return the field of a board (how many finished it with each number of points), and its bids in order.

    Show them only to visitors whom `access.may_see_board` allows.
    """
    field, of_bids = Counter[int](), defaultdict[tuple[int, int], Counter[int]](Counter)
    for points, bid, nils, count in _BIDS.all(board.pk):
        assert points is not None, "finished plays have points"
        field[points] += count
        of_bids[bid or 0, nils or 0][points] += count
    return field, [BidOfField(*made, results_in(points), mean(points)) for made, points in sorted(of_bids.items())]


def field_of(board: Board) -> Field:
    """Return how many finished a board with each number of points. Show it only to visitors whom `access.may_see_board`
    allows.
    """
    return field_and_bids(board)[0]


def fields_of(boards: Sequence[Board]) -> list[Field]:
    """Return the field of each of these boards. Show only what `BoardLine.may_be_seen` allows."""
    fields: dict[int, Counter[int]] = {board.pk: Counter() for board in boards}
    for board, points, count in _FIELDS.all(list(fields)):
        assert points is not None, "finished plays have points"
        fields[board][points] = count
    return list(fields.values())


_FIRST_DEAL: Final = Statement(lambda game: Deal.objects.filter(game=game, number=1))


def final_state(play: BoardPlay) -> State | None:
    """Return the finished deal of a play; None if its log is not stored."""
    deal = _FIRST_DEAL.first(play.game_id)
    if deal is None:
        return None
    log = [from_json(payload) for payload in logs.standing_payloads(deal)]
    return replay(log) if log else None


_STORED_LADDER: Final = Statement(
    lambda deal_set: (
        SetResult.objects.filter(deal_set=deal_set)
        .select_related("user")
        .order_by(F("place").asc(nulls_last=True), "-boards", "-percent", "-points", "pk")[:MOST_LISTED]
    )
)
_STORED_RESULT: Final = Statement(
    lambda deal_set, user: SetResult.objects.filter(deal_set=deal_set, user=user).select_related("user")
)


_STORED_RESULTS: Final = Statement(lambda deal_sets, user: SetResult.objects.filter(deal_set__in=deal_sets, user=user))


def stored_ladder(deal_set: DealSet) -> list[SetResult]:
    """Return the first results of a closed set, with their users: by place, then those without one."""
    return _STORED_LADDER.all(deal_set.pk)


def stored_result(deal_set: DealSet, user: User | AnonymousUser) -> SetResult | None:
    """Return the visitor's result of a closed set."""
    return _STORED_RESULT.first(deal_set.pk, user.pk) if isinstance(user, User) else None


def stored_results(deal_sets: Collection[DealSet], user: User | AnonymousUser) -> dict[int, SetResult]:
    """Return the visitor's results of these closed sets, by the key of the set."""
    if not isinstance(user, User):
        return {}
    results = _STORED_RESULTS.all([deal_set.pk for deal_set in deal_sets], user.pk)
    return {result.deal_set_id: result for result in results}


_DAYS_PLAYED: Final = Statement(
    lambda user: BoardPlay.objects.filter(
        user=user, board__deal_set__kind=SetKind.DAY, points__isnull=False, by_expert=False
    ).values_list("board__deal_set__day")
)
_DAYS_WITH_DEAL: Final = Statement(
    lambda first, last: DealSet.objects.filter(
        kind=SetKind.DAY, day__gte=first, day__lte=last, void_reason=""
    ).values_list("day", "closes_at")
)


def days_played(user: User | AnonymousUser) -> list[date]:
    """Return the days whose deal of the day the visitor has played to its end."""
    if not isinstance(user, User):
        return []
    return [day for (day,) in _DAYS_PLAYED.all(user.pk) if day is not None]


def days_without_deal(first: date, last: date) -> set[date]:
    """Return the days from the first to the last one whose deal nobody could play: there was none, or it is void."""
    return _days(first, last) - {day for day, _closes_at in _DAYS_WITH_DEAL.all(first, last)}


def days_left_out(played: Collection[date], last: date) -> set[date]:
    """Return the days since the first of those `played` that do not break a streak: nobody could play the deal, or it
    can still be played.
    """
    if not played:
        return set()
    first, now = min(played), timezone.now()
    with_deal = _DAYS_WITH_DEAL.all(first, last)
    return _days(first, last) - {
        day for day, closes_at in with_deal if day in played or closes_at is None or closes_at <= now
    }


def _days(first: date, last: date) -> set[date]:
    return {first + timedelta(days=number) for number in range((last - first).days + 1)}


_DAYS_PRACTISED: Final = Statement(
    lambda user: (
        practice_of(user)
        .filter(board__deal_set__kind=SetKind.DAY, deals__finished=True)
        .values_list("board__deal_set__day")
        .distinct()
    )
)


def days_practised(user: User | AnonymousUser) -> list[date]:
    """Return the days whose deal of the day the visitor has played for practice, to its end."""
    if not isinstance(user, User):
        return []
    return [day for (day,) in _DAYS_PRACTISED.all(user.pk) if day is not None]


_CLOSED: Final = Statement(
    lambda kinds: DealSet.objects.filter(kind__in=kinds, closed_at__isnull=False, void_reason="").order_by("-opens_at")[
        :MOST_CLOSED
    ]
)


def closed_sets(kinds: Collection[str]) -> list[DealSet]:
    """Return the latest closed sets of these kinds."""
    return _CLOSED.all(list(kinds))


_CODES: Final = Statement(
    lambda first, last: (
        DealSet.objects.filter(kind=SetKind.DAY, day__gte=first, day__lte=last).order_by().values_list("day", "code")
    )
)


def codes_of_days(first: date, last: date) -> dict[date, str]:
    """Return the codes of the deals of the day from the first day to the last."""
    return {day: code for day, code in _CODES.all(first, last) if day is not None}


def winners_of_day(day: date, most: int) -> list[tuple[str, float | None]]:
    """Return who came first in the deal of this day, if it has closed, with their per cents."""
    results = SetResult.objects.filter(deal_set__kind=SetKind.DAY, deal_set__day=day, place=1)
    results = results.filter(deal_set__closed_at__isnull=False, deal_set__void_reason="")
    return list(results.order_by("-points", "pk").values_list("user__username", "percent")[:most])


def _ranked_on(day: date) -> QuerySet[SetResult]:
    of_day = SetResult.objects.filter(deal_set__kind=SetKind.DAY, deal_set__day=day, place__isnull=False)
    ranked = of_day.filter(deal_set__void_reason="").select_related("user", "deal_set")
    return ranked.order_by("place", "-points", "pk")


_PODIUM: Final = Statement(lambda day: _ranked_on(day)[:ON_PODIUM])
_OF_DAY: Final = Statement(lambda day, user: _ranked_on(day).filter(user=user))


def first_of_day(day: date, user: User | AnonymousUser) -> list[SetResult]:
    """Return the first results of the deal of this day, if it has closed, and the reader's, with their users."""
    first = _PODIUM.all(day)
    if not isinstance(user, User) or any(result.user_id == user.pk for result in first):
        return first
    return [*first, *_OF_DAY.all(day, user.pk)]


def results_of(deal_set: DealSet) -> list[list[Result[int]]]:
    """Return the results of each board of a set, in order; participants are primary keys of accounts."""
    numbers = list(deal_set.boards.order_by("number").values_list("number", flat=True))
    boards: dict[int, list[Result[int]]] = {number: [] for number in numbers}
    for number, user, points in finished_plays(deal_set).values_list("board__number", "user", "points"):
        assert points is not None, "finished plays have points"
        boards[number].append(Result(user, points))
    return list(boards.values())


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in the list of its set: the visitor's own play, if begun, and how many have finished it."""

    board: Board
    own: BoardPlay | None
    finished: int

    @property
    def may_be_seen(self) -> bool:
        """Whether the visitor may see the field of this board."""
        return self.board.deal_set.closed_at is not None or (self.own is not None and self.own.points is not None)


def lines_of(boards: Sequence[Board], fields: Sequence[Field], user: User | AnonymousUser) -> list[BoardLine]:
    """Return the boards of a set, loaded with it, and their fields, as this visitor may know them."""
    own = own_plays(boards, user)
    return [BoardLine(board, own.get(board.pk), results_in(field)) for board, field in zip(boards, fields, strict=True)]


_COUNTS: Final = Statement(
    lambda boards: (
        BoardPlay.objects.filter(board__in=boards, **COUNTED).order_by().values_list("board").annotate(Count("pk"))
    )
)


def counts_of(boards: Sequence[Board]) -> Counter[int]:
    """Return the number of people who have finished each of these boards, by its key."""
    return Counter(dict(_COUNTS.all([board.pk for board in boards])))
