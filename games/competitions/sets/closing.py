"""The end of a set of deals: Experts finish boards that were begun, and the results of all are stored."""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Final

from django.db import transaction
from django.db.models import Min, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.base.batches import in_batches
from accounts.base.outages import Attempts
from accounts.models import User
from accounts.notifications.services import channels_of, notify_on_commit
from games.competitions.sets import queries
from games.competitions.sets.ladders import result_of
from games.competitions.sets.scoring import LadderEntry, ladder
from games.models import BoardPlay, DealSet, SetResult, bulk
from games.play import progress, proposals, queue
from games.values import UNFINISHED

_attempts: Final = Attempts(
    logging.getLogger(__name__), "the set of deals %s could not be closed; it is tried again", stops_in_outage=True
)

AT_ONCE: Final = 20
"""How many boards are handed to Experts, or participants notified, before other writers have their turn."""

RESULTS_AT_ONCE: Final = 50
"""How many results are stored in a transaction."""

GRACE: Final = timedelta(seconds=10)
"""How long after its time a set stays without results: a board that was begun in the last moment may be on its way."""


def close_due(now: datetime) -> int:
    """Do the next step of each set whose time is up; return how many steps were done.

    First Experts take over what is unfinished. When all is finished, and Experts have played the boards from the
    beginning, the results are stored. Boards of a void set end. An error in one set does not keep others open.
    """
    return sum(_attempts.each(_due(now), lambda deal_set: _step(deal_set, now), attrgetter("code")))


def overdue() -> timedelta:
    """Return by how much the set that should have closed first is late."""
    now = timezone.now()
    first = _due(now).aggregate(first=Min("closes_at"))["first"]
    return now - (first or now)


def _due(now: datetime) -> QuerySet[DealSet]:
    return DealSet.objects.filter(closes_at__lte=now, closed_at=None)


def _step(deal_set: DealSet, now: datetime) -> int:
    assert deal_set.closes_at is not None
    left = BoardPlay.objects.filter(board__deal_set=deal_set, game__stage__in=UNFINISHED)
    is_late = now >= deal_set.closes_at + GRACE
    if deal_set.void_reason:
        return _end(deal_set, left, now, is_late=is_late)
    deal_set.boards.filter(expert_wanted=False).update(expert_wanted=True)
    if waiting := list(left.filter(game__seats__user__isnull=False, game__seats__bot_name="")[:AT_ONCE]):
        for play in waiting:
            _hand_over(play)
        return len(waiting)
    if not is_late or left.exists() or deal_set.boards.filter(expert_points=None).exists():
        return 0
    store_results(deal_set, now)
    return 1


def _end(deal_set: DealSet, left: QuerySet[BoardPlay], now: datetime, *, is_late: bool) -> int:
    """End some of the boards under way of a void set; when there are none and no more can come, store that it is closed
    and has no results, in case that they were being stored when it was declared void.
    """
    codes = list(left.values_list("game__code", flat=True)[:AT_ONCE])
    end_games(codes)
    if codes or not is_late:
        return len(codes)
    SetResult.objects.filter(deal_set=deal_set).delete()
    return DealSet.objects.filter(pk=deal_set.pk, closed_at=None).update(closed_at=now)


def end_games(codes: Iterable[str]) -> None:
    """End these games without a result, unless they have ended meanwhile."""
    for code in codes:
        with queue.change(code) as game:
            progress.close(game)


def _hand_over(play: BoardPlay) -> None:
    """Let an Expert play a board to its end, unless it has ended meanwhile."""
    with queue.change(play.game.code) as game:
        if game.stage in UNFINISHED:
            proposals.stand_in(game, play.board.player)


def store_results(deal_set: DealSet, now: datetime) -> None:
    """Store the results of a set whose boards are finished and notify its participants, in batches; then store that it
    is closed. If a process is killed before that, another does it all again, and nobody is notified twice.

    The set stays open if staff have declared it void or taken results out meanwhile; the next call sees what is left.
    """
    results = queries.results_of(deal_set)
    _store(deal_set, ladder(results), now)
    _notify_participants(deal_set)
    with transaction.atomic():
        locked = DealSet.objects.select_for_update().get(pk=deal_set.pk)
        is_current = queries.finished_plays(locked).count() == sum(map(len, results))
        if is_current and locked.closed_at is None and not locked.void_reason:
            locked.closed_at = now
            locked.save(update_fields=["closed_at"])


@transaction.atomic
def renew_results(deal_set: DealSet) -> None:
    """Store the results of a closed or closing set again, because those of its boards have changed."""
    locked = DealSet.objects.select_for_update().get(pk=deal_set.pk)
    _store(locked, ladder(queries.results_of(locked)), locked.closed_at or timezone.now())


def _notify_participants(deal_set: DealSet) -> None:
    """Notify participants that the results are in, if they want such notifications."""
    path = reverse("games:deal_set", args=[deal_set.code])
    wanting = User.objects.filter(daily_alerts=True, set_results__deal_set=deal_set)
    waiting = [user.pk for user in wanting.order_by("pk") if channels_of(user, "set_results")]
    for some in in_batches(waiting, AT_ONCE):
        with transaction.atomic():
            for user in some:
                notify_on_commit(user, "set_results", about=deal_set.code, path=path)


def _store(deal_set: DealSet, entries: Sequence[LadderEntry[int]], closed_at: datetime) -> None:
    """Store these results, and delete earlier ones of participants who no longer have any."""
    replaced = ["place", "points", "percent", "error", "boards", "at"]
    for some in in_batches([result_of(deal_set, entry, closed_at) for entry in entries], RESULTS_AT_ONCE):
        with transaction.atomic():
            bulk.upsert(some, unique=["deal_set_id", "user_id"], replacing=replaced)
    stored = SetResult.objects.filter(deal_set=deal_set)
    without_result = set(stored.values_list("user", flat=True)).difference(entry.participant for entry in entries)
    stored.filter(user__in=without_result).delete()
