"""What a visitor can do next in a set of deals, and whether its boards can be begun."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from games.competitions.sets.services import is_open
from games.models import Board, BoardPlay, DealSet


class Step(NamedTuple):
    """The board to play next, perhaps for practice: to begin, or to continue at the table with this code."""

    code: str
    number: int
    table: str = ""
    is_practice: bool = False


def is_closing(deal_set: DealSet, now: datetime) -> bool:
    """Return whether the time of this set is up, and its results are not stored yet."""
    return not is_open(deal_set, now) and deal_set.closed_at is None and not deal_set.void_reason


def next_step(deal_set: DealSet, tries: Iterable[tuple[Board, BoardPlay | None]], now: datetime) -> Step | None:
    """Return the board that was begun and not finished, otherwise the first that can be begun; `tries` has all
    boards.
    """
    if not is_open(deal_set, now):
        return None
    steps = [step_of(board, own) for board, own in tries if own is None or own.points is None]
    return next((step for step in steps if step.table), next(iter(steps), None))


def step_of(board: Board, own: BoardPlay | None) -> Step:
    """Return how to begin or continue an unfinished board."""
    return Step(board.deal_set.code, board.number, own.game.code if own else "")
