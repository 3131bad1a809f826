"""Practice: a board of a closed set, played with the same cards against the same bots. It counts in no ladder."""

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import OuterRef, Subquery

from accounts.base.statements import Statement
from accounts.models import User
from games import engine
from games.competitions.sets.services import OPTIONS, NotClosed, deal_board
from games.competitions.sets.steps import Step
from games.competitions.sets.words import practice_title
from games.lobby import tables
from games.models import Board, DealScore, DealSet, Game, rules_of
from games.play.modes import access, boards
from games.results.fields import Field
from games.values import UNFINISHED


def may_practise(deal_set: DealSet) -> bool:
    """Return whether boards of this set can be played for practice: once it has closed with results."""
    return deal_set.closed_at is not None and not deal_set.void_reason


@transaction.atomic
def begin(board: Board, user: User) -> Game:
    """Return the game in which the user practises this board: the unfinished one, or a new one.

    Raises NotClosed while the set has not closed, AccountDeleted.
    """
    of_set = board.deal_set
    if not may_practise(of_set):
        raise NotClosed
    dealt = boards.dealt(board, of_set.root, boards.board_facts(board))
    record = json.dumps(engine.record_of(engine.replay([dealt])))
    name = practice_title(of_set, board.number)
    game = tables.new_game(host=user, rules=rules_of(board), name=name, options=OPTIONS, board=board, replayed=record)
    under_way = access.practice_of(user).filter(board=board, stage__in=UNFINISHED).first()  # the account is locked now
    return under_way or deal_board(game, board, of_set, user)


@dataclass(frozen=True, slots=True)
class Practice:
    """A player's practice of a board: the table of an unfinished try, and the game and points of the last finished one;
    "" and None without one.
    """

    table: str = ""
    game: str = ""
    points: int | None = None

    @property
    def hides_board(self) -> bool:
        """Whether nothing of the board is shown, because the first try is unfinished; see `access.may_see_board`."""
        return bool(self.table) and self.points is None


NOTHING: Final = Practice()


def practice_step(board: Board, practice: Practice) -> Step:
    """Return how to begin a practice of the board, or how to continue the one under way."""
    return Step(board.deal_set.code, board.number, practice.table, is_practice=True)


_POINTS: Final = DealScore.objects.filter(deal__game=OuterRef("pk"), player=OuterRef("board__player")).values("total")
_PRACTICES: Final = Statement(
    lambda user, boards: (
        access.practice_of(user)
        .filter(board__in=boards)
        .order_by("pk")
        .values_list("board", "code", "stage", Subquery(_POINTS))
    )
)


def practices(of_boards: Collection[Board], user: User | AnonymousUser) -> dict[int, Practice]:
    """Return what the visitor has practised of these boards, by the key of the board."""
    if not isinstance(user, User):
        return {}
    tables_of, done = dict[int, str](), dict[int, tuple[str, int]]()
    for board, code, stage, points in _PRACTICES.all(user.pk, [board.pk for board in of_boards]):
        if points is not None:
            done[board] = code, points
        elif stage in UNFINISHED:
            tables_of[board] = code
    return {board: Practice(tables_of.get(board, ""), *done.get(board, ("", None))) for board in {*tables_of, *done}}


def with_practice(field: Field, points: int, own: int | None) -> Field:
    """Return the field of a board as it would be if these were the reader's points, instead of their `own`."""
    others = Counter(field)
    if own is not None:
        others[own] -= 1
    others[points] += 1
    return +others
