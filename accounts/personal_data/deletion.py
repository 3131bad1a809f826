"""Deletion of accounts: on request, and guests not seen for 30 days. Games stay and show "Former player"."""

import datetime
from collections import Counter
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import models, transaction
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.choices import Visibility
from accounts.models import ApiAnswer, ApiToken, Notification, OnlineTo, Preferences, User
from accounts.notifications import services as notifications
from accounts.people import following
from accounts.sessions import services as sessions
from accounts.signals import deleting, lock_requested, renamed
from accounts.site_config import audit
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import AuditAction

GUEST_LIFETIME = datetime.timedelta(days=30)

STAFF_MUST_GIVE_UP_ROLES = gettext_lazy(
    "Your account belongs to the staff. Ask an administrator to take its roles away first."
)


def former_player_name(user: User) -> str:
    """Return the name of an anonymised account. It is longer than any name a player can choose."""
    return f"Former player {user.pk:04}"


@dataclass(frozen=True)
class StaleGuests:
    """The number of guests deleted, and of guests anonymised because games still refer to them."""

    deleted: int
    anonymised: int


def remove_stale_guests(now: datetime.datetime) -> StaleGuests:
    """Delete or anonymise every guest last seen, and back from a vacation, more than 30 days before *now*.

    Each guest has its own transaction, so running games never wait for the whole clean-up.
    """
    oldest_day = now.date() - GUEST_LIFETIME
    for model in (EmailAddress, Authenticator, UserSession):  # written by a request that ran during the deletion
        model.objects.filter(user__is_active=False).delete()
    stale = User.objects.filter(is_guest=True, is_active=True, last_seen__lt=oldest_day)
    removed = Counter(_delete_if_still_stale(guest, oldest_day) for guest in stale.iterator())
    return StaleGuests(deleted=removed[True], anonymised=removed[False])


@transaction.atomic
def _delete_if_still_stale(guest: User, oldest_day: datetime.date) -> bool | None:
    """Return True if the guest was deleted, False if anonymised, None if they came back or registered meanwhile."""
    locked = _lock(guest)
    if locked is None or not locked.is_guest or _last_day(locked) >= oldest_day:
        return None
    return delete_or_anonymise(locked)


def _last_day(guest: User) -> datetime.date:
    """Return the day on which the guest was last seen, or that of the vacation's end if it is later."""
    return max(guest.last_seen, guest.vacation_until.date()) if guest.vacation_until else guest.last_seen


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete or anonymise an account with all its personal data. Does nothing if the account is already gone.

    Raises ActionDenied for a staff account.
    """
    locked = _lock(user)
    if locked and locked.is_staff:
        raise ActionDenied(str(STAFF_MUST_GIVE_UP_ROLES))
    if locked:
        delete_or_anonymise(locked)


@transaction.atomic
def delete_account_on_request(user: User, *, by: User, reason: str) -> None:
    """Delete an account by staff at the player's request, and log it.

    Raises ActionDenied for a staff account and for one that is already gone.
    """
    locked = _lock(user)
    if locked is None or locked.is_staff:
        raise ActionDenied(_("Only a player’s account can be removed, and only once."))
    audit.record(by=by, action=AuditAction.DELETE_ACCOUNT, target=locked, reason=reason)
    delete_or_anonymise(locked)


def _lock(user: User) -> User | None:
    """Lock the account's games, then the account. Return its current row, or None if it is gone."""
    lock_requested.send(sender=User, user=user)
    return User.objects.lock(user.pk)


def delete_or_anonymise(user: User) -> bool:
    """Delete the account, or anonymise it if games refer to it. Return whether it was deleted."""
    deleting.send(sender=User, user=user)
    notifications.replace_name(user.username, former_player_name(user))
    sessions.end_all(user)
    try:
        with transaction.atomic():
            user.delete()
    except (models.ProtectedError, models.RestrictedError):
        _anonymise(user)
        return False
    return True


def _anonymise(user: User) -> None:
    """Remove all personal data and make signing in impossible. Staff accounts, which have roles, never get here."""
    user.username, user.called, user.chosen_avatar = former_player_name(user), "", ""
    user.email, user.language, user.is_active, user.must_rename = "", "", False, False
    user.last_login, user.visibility, user.online_to = None, Visibility.PRIVATE, OnlineTo.NOBODY
    user.time_zone, user.browser_time_zone, user.notification_channels = "", "", {}
    user.daily_alerts, user.quiet_hours = False, False
    user.vacation_until, user.vacation_year, user.vacation_days = None, 0, 0
    user.suspended_until, user.suspension_reason, user.muted_until = None, "", None
    for field in Preferences._meta.get_fields():
        setattr(user, field.name, field.default)  # type: ignore[union-attr]  # all of them are plain columns
    user.set_unusable_password()
    user.save()
    following.forget(user)
    for model in (ApiAnswer, ApiToken, EmailAddress, Authenticator, Notification):
        model.objects.filter(user=user).delete()
    renamed.send(sender=User, user=user)
