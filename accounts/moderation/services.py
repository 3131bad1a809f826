"""Staff actions on accounts, each recorded in the audit log.

Staff cannot act on their own account, and only superusers can act on other staff.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.services import give_temporary_name
from accounts.sessions import services as sessions
from accounts.signals import lock_requested
from accounts.site_config import audit
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import AuditAction

DOUBLE_CLICK: Final = timedelta(minutes=1)
"""Two requests whose end times differ by less than this count as one, pressed twice."""


@transaction.atomic
def suspend(user: User, *, by: User, until: datetime, reason: str) -> None:
    """Suspend the player until a moment (UTC). Every page then shows the reason. Raises ActionDenied."""
    user = _player(user, by)
    _check(until)
    if reason == user.suspension_reason and _is_same_request(user.suspended_until, until):
        return
    user.suspended_until, user.suspension_reason = until, reason
    user.save(update_fields=["suspended_until", "suspension_reason"])
    audit.record(by=by, action=AuditAction.SUSPEND, target=user, reason=reason, details=_until(until))
    sessions.recheck_pages_on_commit(sessions.session_keys(user))


@transaction.atomic
def lift(user: User, *, by: User, reason: str) -> None:
    """Lift a suspension. Raises ActionDenied."""
    user = _player(user, by)
    if not user.is_suspended:
        raise ActionDenied(_("This player is not suspended."))
    user.suspended_until, user.suspension_reason = None, ""
    user.save(update_fields=["suspended_until", "suspension_reason"])
    audit.record(by=by, action=AuditAction.LIFT, target=user, reason=reason)


@transaction.atomic
def mute(user: User, *, by: User, until: datetime, reason: str) -> None:
    """Mute the player in every chat until a moment (UTC). Raises ActionDenied."""
    user = _player(user, by)
    _check(until)
    if _is_same_request(user.muted_until, until):
        return
    user.muted_until = until
    user.save(update_fields=["muted_until"])
    audit.record(by=by, action=AuditAction.MUTE, target=user, reason=reason, details=_until(until))


@transaction.atomic
def unmute(user: User, *, by: User, reason: str) -> None:
    """Lift a mute. Raises ActionDenied."""
    user = _player(user, by)
    if not user.is_muted:
        raise ActionDenied(_("This player is not muted."))
    user.muted_until = None
    user.save(update_fields=["muted_until"])
    audit.record(by=by, action=AuditAction.UNMUTE, target=user, reason=reason)


@transaction.atomic
def take_name(user: User, *, by: User, reason: str) -> None:
    """Replace the player's name with a neutral one; the next page asks for a new name. Raises ActionDenied."""
    lock_requested.send(sender=User, user=user)
    user = _player(user, by)
    if user.must_rename:
        raise ActionDenied(_("This player already has to choose a new name."))
    user.must_rename = True
    user.save(update_fields=["must_rename"])
    audit.record(by=by, action=AuditAction.TAKE_NAME, target=user, reason=reason)
    give_temporary_name(user)


@transaction.atomic
def sign_out_everywhere(user: User, *, by: User, reason: str) -> None:
    """End all sessions of the account. Raises ActionDenied for a guest, who could not sign in again."""
    user = _player(user, by)
    if user.is_guest:
        raise ActionDenied(_("A guest who is signed out loses the account. Suspend it instead."))
    audit.record(
        by=by, action=AuditAction.SIGN_OUT, target=user, reason=reason, details={"sessions": sessions.end_all(user)}
    )


@transaction.atomic
def give_roles(user: User, *, by: User, roles: Collection[Group], reason: str) -> None:
    """Set the player's roles to exactly these; a player with any role is staff. Raises ActionDenied."""
    user = _subject(user, by)
    if user.is_guest or user.is_superuser:
        raise ActionDenied(_("Only a registered player can have a role."))
    user.groups.set(roles)
    user.is_staff = bool(roles)
    user.save(update_fields=["is_staff"])
    names = ", ".join(sorted(role.name for role in roles))
    audit.record(by=by, action=AuditAction.GIVE_ROLES, target=user, reason=reason, details={"roles": names})


def _check(until: datetime) -> None:
    if until <= timezone.now():
        raise ActionDenied(_("That time has passed."))


def _is_same_request(stored: datetime | None, until: datetime) -> bool:
    """Return whether *until* repeats the stored end time because the button was pressed twice."""
    return stored is not None and abs(stored - until) < DOUBLE_CLICK


def _until(moment: datetime) -> dict[str, str]:
    return {"until": moment.isoformat(timespec="minutes")}


def _subject(user: User, by: User) -> User:
    """Lock the account and return its current row. Raises ActionDenied for the staff member's own or a deleted one."""
    if user.pk == by.pk:
        raise ActionDenied(_("You can’t do this to your own account."))
    locked = User.objects.lock(user.pk)
    if locked is None:
        raise ActionDenied(_("This account has been removed."))
    return locked


def _player(user: User, by: User) -> User:
    """Lock the account like `_subject`. Also raises ActionDenied for staff, unless *by* is a superuser."""
    locked = _subject(user, by)
    if locked.is_staff and not by.is_superuser:
        raise ActionDenied(_("This account belongs to the staff: take its roles away first."))
    return locked
