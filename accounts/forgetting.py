"""Removing accounts: on request, or a guest's whom nobody has seen for a month. Games stay, as a former player's."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import models, transaction
from django.utils.translation import gettext as _

from accounts import sessions
from accounts.house import audit
from accounts.house.models import Deed
from accounts.house.refusals import DeedRefused
from accounts.models import User, Visibility
from accounts.signals import leaving, renamed
from accounts.taste import Taste

GUESTS_ARE_KEPT_FOR = datetime.timedelta(days=30)


def nameless(user: User) -> str:
    """What a former player is called: longer than a name anybody can choose."""
    return f"Former player {user.pk:04}"


@dataclass(frozen=True)
class StaleGuests:
    """How many guests were deleted, and how many only lost their name since games still need them."""

    deleted: int
    anonymised: int


def remove_stale_guests(now: datetime.datetime) -> StaleGuests:
    """Forget every guest who was last seen more than 30 days before *now*.

    Each is a transaction of its own, so that games being played never wait for the whole broom.
    """
    deleted = anonymised = 0
    last_kept_day = now.date() - GUESTS_ARE_KEPT_FOR
    for guest in User.objects.filter(is_guest=True, is_active=True, last_seen__lt=last_kept_day).iterator():
        if forget(guest):
            deleted += 1
        else:
            anonymised += 1
    return StaleGuests(deleted, anonymised)


@transaction.atomic
def forget(user: User) -> bool:
    """Remove an account with all that is personal. Whether no trace is left: else games need a nameless one."""
    leaving.send(sender=User, user=user)
    sessions.end_all(user)
    try:
        with transaction.atomic():
            user.delete()
    except (models.ProtectedError, models.RestrictedError):
        _make_nameless(user)
        return False
    return True


@transaction.atomic
def forget_on_request(user: User, *, by: User, reason: str) -> None:
    """The same by one of the staff, for a player who asked for it. Raises DeedRefused for one of the staff's own."""
    if user.is_staff or not user.is_active:
        raise DeedRefused(_("Only the account of a player can be removed, and only once."))
    audit.record(by=by, deed=Deed.FORGET, target=user, reason=reason)
    forget(user)


def _make_nameless(user: User) -> None:
    """What is left is a number: whoever held the account can't come back, and nothing tells who it was."""
    user.username = nameless(user)
    user.email, user.language, user.is_active, user.must_rename = "", "", False, False
    user.is_staff, user.last_login, user.visibility = False, None, Visibility.PRIVATE
    user.suspended_until, user.suspension_reason, user.muted_until = None, "", None
    for field in Taste._meta.get_fields():
        setattr(user, field.name, field.default)  # type: ignore[union-attr]  # all of them are plain columns
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    for model in (EmailAddress, Authenticator):
        model.objects.filter(user=user).delete()
    renamed.send(sender=User, user=user)
