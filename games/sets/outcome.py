"""What the table says when its player has finished a board: place, row of days, the lines to share, and what comes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from accounts.models import User
from games.models import Board, BoardPlay, DealSet, SetKind
from games.results import fields
from games.sets import front, queries
from games.sets.board_page import lines_to_share, own_tricks
from games.sets.steps import Step, next_step


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a board among those who have finished it. `place` is None for a play that counts no more.

    `tricks` says of each trick whether the player's side took it; [] if the deal's log is not stored. `streak` is the
    row of days of a deal of the day, else 0. `step` is the next deal of the set, None after the last; `eight` that of
    the eight of today. `is_best` says whether it is the player's best deal of the day so far.
    """

    board: Board
    deal_set: DealSet
    own: BoardPlay
    place: int | None
    finished: int
    streak: int
    tricks: list[bool]
    share: str
    step: Step | None
    eight: Step | None
    is_best: bool = False


def outcome(board: Board, boards: Sequence[Board], user: User, address: str, now: datetime) -> Outcome | None:
    """Return the outcome of a board, one of the `boards` of its set; None if the player has not finished it.

    `address` is what they share.
    """
    plays = queries.own_plays(boards, user)
    own = plays.get(board.pk)
    if own is None or own.points is None:
        return None
    field, state, is_of_day = queries.field_of(board), queries.final_state(own), board.deal_set.kind == SetKind.DAY
    today = front.today(user, now) if is_of_day and board.deal_set.day == now.astimezone(UTC).date() else None
    return Outcome(
        board=board,
        deal_set=board.deal_set,
        own=own,
        place=fields.place(field, own.points) if own.counts else None,
        finished=fields.results_in(field),
        streak=today.streak if today else 0,
        tricks=own_tricks(state, board.player) if state else [],
        share=lines_to_share(board, field, own if own.counts else None, address),
        step=next_step(board.deal_set, [(each, plays.get(each.pk)) for each in boards], now),
        eight=today.eight.step if today and today.eight else None,
        is_best=is_of_day and own.counts and queries.is_best_of_day(own),
    )
