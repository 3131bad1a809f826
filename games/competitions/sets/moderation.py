"""Staff actions on sets of deals, each recorded in the audit log. None shows a card, or what decides the cards."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from accounts.base import names
from accounts.models import User
from accounts.site_config import audit
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import LONGEST_REASON, AuditAction
from games.competitions.sets import closing, services
from games.engine import PLAYERS, Rules
from games.models import BoardPlay, DealSet, SetKind, SetResult
from games.play import game_moderation
from games.values import UNFINISHED


@transaction.atomic
def open_special(new_set: DealSet, *, rules: Rules, count: int, by: User) -> DealSet:
    """Store a special set with `count` boards under these rules. It opens and closes at the times that it has."""
    new_set.code, new_set.kind = secrets.token_urlsafe(6), SetKind.SPECIAL
    services.store_set(new_set, [rules] * count, first_player=secrets.randbelow(len(PLAYERS)))
    audit.record(by=by, action=AuditAction.ADD, target=new_set, details={"what": new_set.name_en})
    return new_set


@transaction.atomic
def close(deal_set: DealSet, *, by: User, reason: str) -> None:
    """Let a set that is open close now: Experts finish what was begun, then the results are stored.

    Raises ActionDenied.
    """
    locked, now = _lock(deal_set), timezone.now()
    if not services.is_open(locked, now):
        raise ActionDenied(_("This set of deals is not open."))
    locked.closes_at = now
    locked.save(update_fields=["closes_at"])
    audit.record(by=by, action=AuditAction.CLOSE_SET, target=locked, reason=reason)


@transaction.atomic
def void(deal_set: DealSet, *, by: User, public_reason: str, reason: str) -> None:
    """Declare a set void: its boards can't be begun any more, those under way end, and there is no ladder.

    Everybody who sees the set reads the public reason. Raises ActionDenied.
    """
    locked, now = _lock(deal_set), timezone.now()
    if locked.void_reason:
        raise ActionDenied(_("This set of deals is void already."))
    locked.void_reason = Truncator(public_reason).chars(LONGEST_REASON)
    if locked.closes_at is None or locked.closes_at > now:
        locked.closes_at = now
    locked.save(update_fields=["void_reason", "closes_at"])
    SetResult.objects.filter(deal_set=locked).delete()
    audit.record(by=by, action=AuditAction.VOID_SET, target=locked, reason=reason)


def remove_participant(deal_set: DealSet, *, by: User, name: str, reason: str) -> None:
    """Take somebody's results out of a set. The boards under way end, and others can't be begun.

    Raises ActionDenied.
    """
    with transaction.atomic():
        locked = _lock(deal_set)
        plays = BoardPlay.objects.filter(board__deal_set=locked, user__name_key=names.fold(name), removed=False)
        running = list(plays.filter(game__stage__in=UNFINISHED).values_list("game__code", flat=True))
        participant = User.objects.filter(name_key=names.fold(name)).first()
        if participant is None or not plays.update(removed=True):
            raise ActionDenied(_("No participant of this set has that name."))
        if locked.closed_at is not None and not locked.void_reason:
            closing.renew_results(locked)
        details = {"account": participant.pk}
        audit.record(by=by, action=AuditAction.REMOVE_PARTICIPANT, target=locked, reason=reason, details=details)
    closing.end_games(running)


@transaction.atomic
def void_game(*, code: str, by: User, public_reason: str, reason: str) -> None:
    """Declare a game void. If it is a board of a closed set, the results of the set are stored without it.

    Raises ActionDenied, Game.DoesNotExist.
    """
    game_moderation.void(code=code, by=by, public_reason=public_reason, reason=reason)
    closed = DealSet.objects.filter(boards__games__code=code, closed_at__isnull=False, void_reason="").first()
    if closed is not None:
        closing.renew_results(closed)


def _lock(deal_set: DealSet) -> DealSet:
    return DealSet.objects.select_for_update().get(pk=deal_set.pk)
