"""Reads for sets of deals: who may see what of a board, the field of a board, the results of a set."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet

from accounts.models import User
from games.models import Board, BoardPlay, DealSet, SetKind
from games.sets.scoring import Field, Result


def set_by_code(code: str) -> DealSet:
    """Return the set with its host. Raises DealSet.DoesNotExist."""
    return DealSet.objects.select_related("host").get(code=code)


def set_of_day(kind: SetKind, now: datetime) -> DealSet | None:
    """Return the set of this kind that is open today in UTC; None if no ticker has opened it yet."""
    return DealSet.objects.filter(kind=kind, day=now.astimezone(UTC).date()).first()


def finished_plays(deal_set: DealSet) -> QuerySet[BoardPlay]:
    """Return the finished plays of a set that count, with their users."""
    plays = BoardPlay.objects.filter(board__deal_set=deal_set, points__isnull=False, removed=False)
    return plays.select_related("user")


def field_of(board: Board) -> Field:
    """Return how many finished a board with so many points. Show it only to whom `boards.may_see` allows it."""
    plays = BoardPlay.objects.filter(board=board, points__isnull=False, removed=False)
    return Counter(dict(plays.order_by().values_list("points").annotate(Count("pk"))))


def results_of(deal_set: DealSet) -> list[list[Result[int]]]:
    """Return the results of each board of a set, in order; participants are primary keys of accounts."""
    numbers = list(deal_set.boards.order_by("number").values_list("number", flat=True))
    boards: dict[int, list[Result[int]]] = {number: [] for number in numbers}
    rows = finished_plays(deal_set).values_list("board__number", "user", "points", "by_expert")
    for number, user, points, by_expert in rows:
        assert points is not None, "finished plays have points"
        boards[number].append(Result(user, points, by_expert))
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


def lines_of(deal_set: DealSet, user: User | AnonymousUser) -> list[BoardLine]:
    """Return the boards of a set in order, as this visitor may know them."""
    plays = BoardPlay.objects.filter(board__deal_set=deal_set, removed=False)
    counted = plays.filter(points__isnull=False).order_by().values_list("board").annotate(Count("pk"))
    counts = Counter(dict(counted))
    own = {}
    if isinstance(user, User):
        mine = BoardPlay.objects.filter(board__deal_set=deal_set, user=user).select_related("game")
        own = {play.board_id: play for play in mine}
    boards: Iterable[Board] = deal_set.boards.order_by("number")
    return [BoardLine(_with_set(board, deal_set), own.get(board.pk), counts[board.pk]) for board in boards]


def _with_set(board: Board, deal_set: DealSet) -> Board:
    board.deal_set = deal_set
    return board
