"""The sets of today, shown first on Play and Today: what one person can play now."""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Final, cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from accounts.models import User
from games.competitions.sets import queries
from games.competitions.sets.board_figures import place_in
from games.competitions.sets.kinds import public_kinds
from games.competitions.sets.queries import BoardLine
from games.competitions.sets.steps import Step, next_step
from games.competitions.sets.streaks import current_streak
from games.competitions.sets.words import set_title
from games.models import Board, DealSet, SetKind
from games.results import fields
from games.words.options import variant

KEPT_FOR: Final = 10
"""For how many seconds pages show the same numbers of who has finished."""


@dataclass(frozen=True, slots=True)
class SetOfToday:
    """A set that is open today. `own` is how many of its boards the visitor has finished, `finished` how many people
    have finished all; `points` and `place` ("15 of 34") are those of the deal of the day so far, None and "" before its
    end. `place` is "" also while nobody else has played it.
    """

    deal_set: DealSet
    title: str
    rules: str
    boards: int
    finished: int
    own: int
    step: Step | None
    points: int | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Today:
    """The deal of the day and the eight of the day `in_utc`, the `others` that are open to everybody, and for how many
    days in a row the visitor has played the deal.
    """

    in_utc: date
    day: SetOfToday | None
    eight: SetOfToday | None
    others: list[SetOfToday]
    streak: int


def today(user: User | AnonymousUser, now: datetime) -> Today:
    """Return the sets of today; of a board that the visitor has not played, only the rules."""
    day_in_utc = now.astimezone(UTC).date()
    boards = queries.boards_open_now(public_kinds(), now)
    counts, plays = _counts(boards, day_in_utc), queries.own_plays(boards, user)
    lines = [BoardLine(board, plays.get(board.pk), counts[board.pk]) for board in boards]
    sets = [_set_of_today(list(of_set), now) for _, of_set in groupby(lines, lambda line: line.board.deal_set_id)]
    by_kind = {each.deal_set.kind: each for each in sets if each.deal_set.kind in (SetKind.DAY, SetKind.EIGHT)}
    return Today(
        in_utc=day_in_utc,
        day=by_kind.get(SetKind.DAY),
        eight=by_kind.get(SetKind.EIGHT),
        others=[each for each in sets if each.deal_set.kind not in by_kind],
        streak=streak(user, day_in_utc),
    )


def streak(user: User | AnonymousUser, day: date) -> int:
    """Return for how many days in a row, up to this one, the visitor has played the deal of the day."""
    played = queries.days_played(user)
    return current_streak(played, day, queries.days_left_out(played, day))


def step_of_eight(user: User, now: datetime) -> Step | None:
    """Return the next deal of today's eight; None after the last, and while none is open."""
    boards = queries.boards_open_now([SetKind.EIGHT], now)
    plays = queries.own_plays(boards, user)
    return next_step(boards[0].deal_set, [(board, plays.get(board.pk)) for board in boards], now) if boards else None


def _counts(boards: list[Board], day: date) -> Counter[int]:
    """Return how many have finished each board, as it was some seconds ago."""
    if not boards:
        return Counter()
    return cast(Counter[int], cache.get_or_set(f"sets-of-day:{day}", lambda: queries.counts_of(boards), KEPT_FOR))


def _set_of_today(lines: list[BoardLine], now: datetime) -> SetOfToday:
    first, deal_set = lines[0], lines[0].board.deal_set
    points, place = _own_result(first) if deal_set.kind == SetKind.DAY else (None, "")
    return SetOfToday(
        deal_set=deal_set,
        title=set_title(deal_set),
        rules=variant(first.board.peek, first.board.bidding),
        boards=len(lines),
        finished=min(line.finished for line in lines),
        own=sum(line.own is not None and line.own.points is not None for line in lines),
        step=next_step(deal_set, [(line.board, line.own) for line in lines], now),
        points=points,
        place=place,
    )


def _own_result(line: BoardLine) -> tuple[int | None, str]:
    """Return the visitor's points of a board, and their place so far."""
    points = line.own.points if line.own and not line.own.removed else None
    if points is None:
        return None, ""
    if not line.own or not line.own.counts:
        return points, ""
    field = queries.field_of(line.board)
    return points, place_in(field, points) if fields.results_in(field) > 1 else ""
