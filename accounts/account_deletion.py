"""Removing accounts: on request, or a guest's whom nobody has seen for a month. Games stay, as a former player's."""

from __future__ import annotations

import datetime
from collections import Counter
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import sessions
from accounts.models import User, Visibility
from accounts.preferences import Taste
from accounts.signals import leaving, locking, renamed
from accounts.site_config import audit
from accounts.site_config.errors import DeedRefused
from accounts.site_config.models import Deed

GUESTS_ARE_KEPT_FOR = datetime.timedelta(days=30)

OF_THE_STAFF = gettext_lazy("Your account belongs to the staff. Ask an administrator to take its roles away first.")


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
    last_kept_day = now.date() - GUESTS_ARE_KEPT_FOR
    for model in (EmailAddress, Authenticator, UserSession):  # what a page still wrote while its account was removed
        model.objects.filter(user__is_active=False).delete()
    stale = User.objects.filter(is_guest=True, is_active=True, last_seen__lt=last_kept_day)
    removed = Counter(_forget_unless_back(guest, last_kept_day) for guest in stale.iterator())
    return StaleGuests(deleted=removed[True], anonymised=removed[False])


@transaction.atomic
def _forget_unless_back(guest: User, last_kept_day: datetime.date) -> bool | None:
    """Whether no trace is left; None for a guest who has come back, or kept the account, since they were looked for."""
    found = _locked(guest)
    if found is None or not found.is_guest or found.last_seen >= last_kept_day:
        return None
    return _remove(found)


@transaction.atomic
def forget(user: User) -> None:
    """Remove an account with all that is personal.

    Of several who do so at once one does it, and the others find it done. Raises DeedRefused for one of the staff's.
    """
    found = _locked(user)
    if found and found.is_staff:
        raise DeedRefused(str(OF_THE_STAFF))
    if found:
        _remove(found)


@transaction.atomic
def forget_on_request(user: User, *, by: User, reason: str) -> None:
    """The same by one of the staff, for a player who asked for it. Raises DeedRefused for one of the staff's own."""
    found = _locked(user)
    if found is None or found.is_staff:
        raise DeedRefused(_("Only the account of a player can be removed, and only once."))
    audit.record(by=by, deed=Deed.FORGET, target=found, reason=reason)
    _remove(found)


def _locked(user: User) -> User | None:
    """The account as it is now, and before it all that it is part of, locked; None if it has been removed."""
    locking.send(sender=User, user=user)
    return User.objects.locked(user.pk)


def _remove(user: User) -> bool:
    """Whether no trace is left: else games need a nameless account."""
    leaving.send(sender=User, user=user)
    sessions.end_all(user)
    try:
        with transaction.atomic():
            user.delete()
    except (models.ProtectedError, models.RestrictedError):
        _make_nameless(user)
        return False
    return True


def _make_nameless(user: User) -> None:
    """What is left is a number: whoever held the account can't come back, and nothing tells who it was.

    Roles there are none to take: neither the staff's own accounts nor a guest's with a role come here.
    """
    user.username = nameless(user)
    user.email, user.language, user.is_active, user.must_rename = "", "", False, False
    user.last_login, user.visibility = None, Visibility.PRIVATE
    user.suspended_until, user.suspension_reason, user.muted_until = None, "", None
    for field in Taste._meta.get_fields():
        setattr(user, field.name, field.default)  # type: ignore[union-attr]  # all of them are plain columns
    user.set_unusable_password()
    user.save()
    for model in (EmailAddress, Authenticator):
        model.objects.filter(user=user).delete()
    renamed.send(sender=User, user=user)
