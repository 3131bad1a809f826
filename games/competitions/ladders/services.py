"""The course of a season: the ticker opens it, closes it once its month is decided, and notifies the players.

Nothing is stored while it runs. Results are stored in batches, and count once the season is closed: if a process is
killed before that, another one stores them all again. The season's row is locked only for the last statement.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.base import names
from accounts.base.batches import in_batches
from accounts.models import Notification, User
from accounts.notifications import services as notifications
from accounts.site_config import audit
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import LONGEST_REASON, AuditAction
from games.competitions.ladders import queries, scores
from games.competitions.ladders.queries import Line
from games.models import Season, SeasonLadder, SeasonResult, bulk

KIND: Final = "season"
"""The kind of the notifications."""

CORRECTIONS: Final = timedelta(hours=6)
"""How long after its month a season is closed: until then hosts and staff correct results of the last day."""

LONGEST: Final = timedelta(minutes=10)
"""After this time a process that closes a season counts as dead."""

AT_ONCE: Final = 50
"""How many results or notifications are stored in a transaction."""


def closes_at(month: str) -> datetime:
    """Return when the seasons of a month are closed, if everything is decided by then."""
    return scores.end_of(month) + CORRECTIONS


def open_first(now: datetime) -> None:
    """Open this month's season on each ladder that has had no season yet."""
    for ladder in SeasonLadder:
        if not Season.objects.filter(ladder=ladder).exists():
            Season.objects.get_or_create(ladder=ladder, month=f"{now:%Y-%m}")


def close(season: Season, now: datetime) -> bool:
    """Close a season that is due, and open the next one; return whether this process has done so."""
    is_due = now >= closes_at(season.month) and scores.are_final(SeasonLadder(season.ladder), season.month)
    until = now + LONGEST
    free = Season.objects.filter(Q(closing_until=None) | Q(closing_until__lte=now), pk=season.pk, closed_at=None)
    if not (is_due and free.update(closing_until=until)):
        return False
    _store(season, queries.lines(season))
    with transaction.atomic():
        own = Season.objects.filter(pk=season.pk, closing_until=until, closed_at=None)
        is_done = bool(own.update(closed_at=now, closing_until=None))
        if is_done:
            Season.objects.get_or_create(ladder=season.ladder, month=scores.month_after(season.month))
    return is_done


def _store(season: Season, lines: Sequence[Line]) -> None:
    """Store these results for accounts that still exist, and delete leftovers of a killed process."""
    replaced = [*Line._fields[1:], "removed"]
    for some in in_batches(lines, AT_ONCE):
        with transaction.atomic():
            locked = _lock_accounts([line.user for line in some])
            rows = [_result(season, line) for line in some if line.user in locked]
            bulk.upsert(rows, unique=["season_id", "user_id"], replacing=replaced)
    stored = SeasonResult.objects.filter(season=season)
    gone = set(stored.values_list("user", flat=True)).difference(line.user for line in lines)
    stored.filter(user__in=gone).delete()


def _lock_accounts(users: Collection[int]) -> set[int]:
    """Lock these accounts; return those not deleted meanwhile. A deleted account is inactive and has no results in
    seasons; one that is only closed may have some.
    """
    accounts = User.objects.select_for_update(no_key=True).filter(pk__in=users).order_by("pk")
    locked = list(accounts.values_list("pk", "is_active"))
    with_results = set(SeasonResult.objects.filter(user__in=users).values_list("user", flat=True))
    return {user for user, is_active in locked if is_active or user in with_results}


def _result(season: Season, line: Line) -> SeasonResult:
    return SeasonResult(season=season, user_id=line.user, **{name: getattr(line, name) for name in Line._fields[1:]})


def notify_players(season: Season, now: datetime) -> None:
    """Notify the players of a closed season of their next division, each once, if they want such notifications."""
    path = f"{reverse('games:ranks')}?of={season.ladder}&season={season.month}"
    results = season.results.filter(place__isnull=False, next_division__isnull=False, removed=False)
    notices = [
        Notification(user=row.user, kind=KIND, about=str(season), path=path, values=_values(season, row))
        for row in results.select_related("user").order_by("pk")
        if row.user.is_active and notifications.channels_of(row.user, KIND)
    ]
    for some in in_batches(notices, AT_ONCE):
        with transaction.atomic():
            notifications.notify_all_on_commit(some)
    Season.objects.filter(pk=season.pk).update(players_notified_at=now)


def _values(season: Season, row: SeasonResult) -> dict[str, str]:
    assert row.next_division is not None, "only those are notified who go on"
    way = row.next_division - row.division
    variant = "up" if way < 0 else "down" if way > 0 else ""
    return {"ladder": season.ladder, "division": str(row.next_division), "variant": variant}


@transaction.atomic
def remove_player(season: Season, *, by: User, name: str, reason: str) -> None:
    """Take a player out of a closed season: no place, no badge, and the next season begins as for a new player.

    The places of the others stay as they are. Raises ActionDenied.
    """
    rows = season.results.filter(user__name_key=names.fold(name), removed=False)
    row = rows.filter(season__closed_at__isnull=False).select_for_update(of=("self",)).first()
    if row is None:
        raise ActionDenied(_("No player of this season has that name, or it is not closed."))
    row.removed, row.next_division, row.medal = True, None, None
    row.save(update_fields=["removed", "next_division", "medal"])
    details = {"account": row.user_id}
    short = Truncator(reason).chars(LONGEST_REASON)
    audit.record(by=by, action=AuditAction.REMOVE_PARTICIPANT, target=season, reason=short, details=details)
    transaction.on_commit(lambda: queries.forget(season))
