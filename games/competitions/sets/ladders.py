"""The ladder of a set of deals, as pages show it: stored when the set closed, or of a challenge as it is now."""

from datetime import datetime
from typing import Final, TypeAlias, cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.utils import timezone

from accounts.base.names import isolated
from accounts.models import User
from games.competitions import ranking
from games.competitions.ranking import Row
from games.competitions.sets import queries, scoring
from games.competitions.sets.board_figures import HeadToHead, Side, head_to_head
from games.competitions.sets.scoring import LadderEntry
from games.models import DealSet, SetResult

KEPT_FOR: Final = 60
"""For how many seconds a ladder is not computed again, while no result is added."""

Ladder: TypeAlias = list[Row[SetResult]]
"""The `place` of a result is None for who has none on some board."""


def closed_ladder(deal_set: DealSet, user: User | AnonymousUser, own: SetResult | None) -> Ladder:
    """Return the ladder of a closed set, always with the reader's `own` result."""
    results = queries.stored_ladder(deal_set)
    listed = results if own is None or own in results else [*results, own]
    return [row_of(result, user) for result in listed]


def row_of(result: SetResult, user: User | AnonymousUser) -> Row[SetResult]:
    """Return the line of a stored result, loaded with its account, for this reader."""
    return Row(result, result.user, result.user_id == user.pk)


def ladder_by_now(deal_set: DealSet, finished: int, user: User | AnonymousUser) -> Ladder:
    """Return the current ladder of an open set; it is computed again when the total of finished boards changes.

    Show it only to visitors who have finished all its boards.
    """
    key = f"ladder-by-now:{deal_set.pk}:{finished}"
    computed = cache.get_or_set(key, lambda: scoring.ladder(queries.results_of(deal_set)), KEPT_FOR)
    now = timezone.now()
    results = [result_of(deal_set, entry, now) for entry in cast(list[LadderEntry[int]], computed)]
    return ranking.rows(results, user, queries.MOST_LISTED, lambda result: result.user_id)


def result_of(deal_set: DealSet, entry: LadderEntry[int], at: datetime) -> SetResult:
    """Return the row of a result, which is not stored."""
    score = entry.score
    return SetResult(
        deal_set=deal_set,
        user_id=entry.participant,
        at=at,
        place=entry.place,
        points=score.total,
        percent=score.rounded,
        error=score.error,
        boards=score.boards,
    )


def ranked_in(ladder: Ladder) -> Ladder:
    """Return the lines of those who have a result on every board."""
    return [row for row in ladder if row.line.place]


def between_two(ranked: Ladder) -> HeadToHead | None:
    """Return the comparison of the only two who are `ranked`; None if they are fewer or more."""
    return head_to_head([Side(isolated(row.account.username), row.line.points, row.is_own) for row in ranked])
