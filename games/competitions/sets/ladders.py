"""The ladder of a set of deals, as pages show it: stored when the set closed, or of a challenge as it is now."""

from typing import Final, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from accounts.base.names import isolated
from accounts.models import User
from games.competitions.sets import queries, scoring
from games.competitions.sets.scoring import LadderEntry
from games.competitions.sets.words import mean_per_cent
from games.models import DealSet, SetResult
from games.words.names import signed

MOST_LISTED: Final = 50
"""How many participants a ladder has, besides the reader."""

KEPT_FOR: Final = 60
"""For how many seconds a ladder is not computed again, while no result is added."""


class LadderRow(NamedTuple):
    """A line of the ladder of a set; `place` is "" for who has no result on some board. `total` are the points as a
    number, `account` is the key of the participant's account.
    """

    place: str
    name: str
    avatar: str
    is_own: bool
    points: str
    percent: str
    boards: int
    total: int
    account: int


def closed_ladder(deal_set: DealSet, user: User | AnonymousUser, own: SetResult | None) -> list[LadderRow]:
    """Return the ladder of a closed set, with the reader's `own` result in any case."""
    results = queries.stored_ladder(deal_set, MOST_LISTED)
    listed = results if own is None or own in results else [*results, own]
    return [row_of(result, user) for result in listed]


def row_of(result: SetResult, user: User | AnonymousUser) -> LadderRow:
    """Return the line of a stored result for this reader."""
    return LadderRow(
        place="" if result.place is None else str(result.place),
        name=isolated(result.user.get_username()),
        avatar=result.user.avatar,
        is_own=result.user_id == user.pk,
        points=signed(result.points),
        percent=mean_per_cent(result.percent, result.error),
        boards=result.boards,
        total=result.points,
        account=result.user_id,
    )


def ladder_by_now(deal_set: DealSet, finished: int, user: User | AnonymousUser) -> list[LadderRow]:
    """Return the ladder of a set that is not closed, of which so many boards have been finished in sum.

    Show it only to whoever has finished all its boards.
    """
    key = f"ladder-by-now:{deal_set.pk}:{finished}"
    computed = cache.get_or_set(key, lambda: scoring.ladder(queries.results_of(deal_set)), KEPT_FOR)
    entries = cast(list[LadderEntry[int]], computed)
    listed = [entry for at, entry in enumerate(entries) if at < MOST_LISTED or entry.participant == user.pk]
    users = User.objects.in_bulk([entry.participant for entry in listed])
    return [
        _row(entry, users[entry.participant], is_own=entry.participant == user.pk)
        for entry in listed
        if entry.participant in users  # a guest whose results went to an account meanwhile is not
    ]


def _row(entry: LadderEntry[int], user: User, *, is_own: bool) -> LadderRow:
    return LadderRow(
        place="" if entry.place is None else str(entry.place),
        name=isolated(user.get_username()),
        avatar=user.avatar,
        is_own=is_own,
        points=signed(entry.score.total),
        percent=mean_per_cent(entry.score.percent, entry.score.error),
        boards=entry.score.boards,
        total=entry.score.total,
        account=user.pk,
    )
