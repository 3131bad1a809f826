"""The challenges of a visitor, on Play and Today: how far they are, and what they may know of the others' results."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.competitions.ranking import Row
from games.competitions.sets import ladders, queries, scoring
from games.competitions.sets.board_figures import HeadToHead
from games.competitions.sets.ladders import Ladder
from games.competitions.sets.queries import BoardLine
from games.competitions.sets.scoring import Result
from games.competitions.sets.set_page import waiting_words
from games.competitions.sets.steps import Step, next_step
from games.competitions.sets.words import challenge_title
from games.models import Board, BoardPlay, DealSet
from games.play.modes import access

FEW_RESULTS: Final = 100
"""With more results of boards in a challenge, only the number of people is shown."""


@dataclass(frozen=True, slots=True)
class OwnChallenge:
    """A challenge that the visitor hosts or has begun. `own` is how many of its boards the visitor has finished,
    `finished` how many people have finished all. `points` (the visitor's total), `between_two` and `waiting` are those
    of the challenge's own page: None and "" before the visitor has finished.
    """

    deal_set: DealSet
    title: str
    boards: int
    own: int
    finished: int
    step: Step | None
    points: int | None
    between_two: HeadToHead | None
    waiting: str


def own_challenges(user: User | AnonymousUser, now: datetime) -> list[OwnChallenge]:
    """Return the latest challenges of the visitor, the newest first."""
    if not isinstance(user, User):
        return []
    sets = _by_set(queries.boards_of_challenges(user), user)
    open_to_reader = [of_set for of_set in sets if _is_complete(of_set) and _results(of_set) <= FEW_RESULTS]
    results = _plays_by_board(open_to_reader)
    return [
        _own(of_set, _ladder(of_set, results, user, now) if of_set in open_to_reader else [], now) for of_set in sets
    ]


def challenges_between_deals(user: User | AnonymousUser, now: datetime) -> list[OwnChallenge]:
    """Return the latest challenges that the visitor has begun and that go on with a deal not begun, the newest first.

    Of those, the visitor may know no results of others.
    """
    if not isinstance(user, User):
        return []
    begun = [_own(of_set, [], now) for of_set in _by_set(queries.boards_of_unfinished(user), user)]
    return [challenge for challenge in begun if challenge.step and not challenge.step.table]


def _by_set(boards: Sequence[Board], user: User) -> list[list[BoardLine]]:
    plays, counts = queries.own_plays(boards, user), queries.counts_of(boards)
    lines = [BoardLine(board, plays.get(board.pk), counts[board.pk]) for board in boards]
    return [list(of_set) for _, of_set in groupby(lines, lambda line: line.board.deal_set_id)]


def _is_complete(lines: Sequence[BoardLine]) -> bool:
    return access.has_finished(line.own for line in lines)


def _results(lines: Sequence[BoardLine]) -> int:
    return sum(line.finished for line in lines)


def _plays_by_board(sets: Collection[Sequence[BoardLine]]) -> dict[int, list[BoardPlay]]:
    """Return what counts on the boards of these sets, by board; show it only to those who have finished them."""
    boards = [line.board for lines in sets for line in lines]
    by_board = defaultdict[int, list[BoardPlay]](list)
    for play in queries.counted_plays(boards) if boards else ():
        by_board[play.board_id].append(play)
    return by_board


def _ladder(lines: Sequence[BoardLine], plays: dict[int, list[BoardPlay]], user: User, now: datetime) -> Ladder:
    """Return the ladder of a challenge of which the visitor has finished all boards."""
    of_set = [plays[line.board.pk] for line in lines]
    people = {play.user_id: play.user for each in of_set for play in each}
    entries = scoring.ladder([[Result(play.user_id, play.points or 0) for play in each] for each in of_set])
    results = [ladders.result_of(lines[0].board.deal_set, entry, now) for entry in entries]
    return [Row(result, people[result.user_id], result.user_id == user.pk) for result in results]


def _own(lines: Sequence[BoardLine], ladder: Ladder, now: datetime) -> OwnChallenge:
    deal_set, ranked = lines[0].board.deal_set, ladders.ranked_in(ladder)
    own = [line.own for line in lines if line.own is not None and line.own.points is not None]
    return OwnChallenge(
        deal_set=deal_set,
        title=challenge_title(deal_set, "deadline"),
        boards=len(lines),
        own=len(own),
        finished=len(ranked) if ladder else min(line.finished for line in lines),
        step=next_step(deal_set, [(line.board, line.own) for line in lines], now),
        points=sum(play.points or 0 for play in own) if _is_complete(lines) else None,
        between_two=ladders.between_two(ranked),
        waiting=waiting_words(deal_set, ladder, ranked),
    )
