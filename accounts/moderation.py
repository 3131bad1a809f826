"""What the staff may do to an account, and what its player does about it. Every deed goes into the audit log.

Nobody does anything to their own account here, and only a superuser to one of the staff.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import services, sessions
from accounts.models import NAME_TAKEN, User
from accounts.signals import locking, renamed
from accounts.site_config import audit
from accounts.site_config.errors import DeedRefused
from accounts.site_config.models import Deed

NAME_FOR_NOW: Final = "Player"

THE_SAME: Final = timedelta(minutes=1)
"""Two moments closer than this, each a usual period after a press of the same button, are one decision made twice."""


@transaction.atomic
def suspend(user: User, *, by: User, until: datetime, reason: str) -> None:
    """Let the player in no more until then; every page says so, and why. Raises DeedRefused."""
    user = _player(user, by)
    _check(until)
    if reason == user.suspension_reason and _is_decided(user.suspended_until, until):
        return
    user.suspended_until, user.suspension_reason = until, reason
    user.save(update_fields=["suspended_until", "suspension_reason"])
    audit.record(by=by, deed=Deed.SUSPEND, target=user, reason=reason, details=_until(until))
    sessions.tell(sessions.keys_of(user))


@transaction.atomic
def lift(user: User, *, by: User, reason: str) -> None:
    """Let a suspended player in again. Raises DeedRefused."""
    user = _player(user, by)
    if not user.is_suspended:
        raise DeedRefused(_("This player is not suspended."))
    user.suspended_until, user.suspension_reason = None, ""
    user.save(update_fields=["suspended_until", "suspension_reason"])
    audit.record(by=by, deed=Deed.LIFT, target=user, reason=reason)


@transaction.atomic
def mute(user: User, *, by: User, until: datetime, reason: str) -> None:
    """Let the player say nothing at any table until then. Raises DeedRefused."""
    user = _player(user, by)
    _check(until)
    if _is_decided(user.muted_until, until):
        return
    user.muted_until = until
    user.save(update_fields=["muted_until"])
    audit.record(by=by, deed=Deed.MUTE, target=user, reason=reason, details=_until(until))


@transaction.atomic
def unmute(user: User, *, by: User, reason: str) -> None:
    """Let a muted player talk again. Raises DeedRefused."""
    user = _player(user, by)
    if not user.is_muted:
        raise DeedRefused(_("This player is not muted."))
    user.muted_until = None
    user.save(update_fields=["muted_until"])
    audit.record(by=by, deed=Deed.UNMUTE, target=user, reason=reason)


@transaction.atomic
def take_name(user: User, *, by: User, reason: str) -> None:
    """Give the player a neutral name at once, and ask for another on the next page. Raises DeedRefused."""
    locking.send(sender=User, user=user)
    user = _player(user, by)
    if user.must_rename:
        raise DeedRefused(_("This player already has to choose a new name."))
    user.must_rename = True
    user.save(update_fields=["must_rename"])
    audit.record(by=by, deed=Deed.TAKE_NAME, target=user, reason=reason)
    _rename_for_now(user)


@transaction.atomic
def choose_name(user: User, name: str) -> None:
    """The name a player chooses who had to; whoever has done so, as in another tab, keeps it.

    Raises NameRefused or AccountGone.
    """
    free = services.allowed_and_free(name, user)
    locking.send(sender=User, user=user)
    found = User.objects.locked(user.pk)
    if found is None:
        raise services.AccountGone
    if not found.must_rename:
        return
    found.must_rename = False
    found.save(update_fields=["must_rename"])
    try:
        _rename(found, free)
    except IntegrityError as taken:  # since we looked
        raise services.NameRefused(str(NAME_TAKEN)) from taken


@transaction.atomic
def sign_out_everywhere(user: User, *, by: User, reason: str) -> None:
    """End all of the account's sessions. Raises DeedRefused for a guest's, whom only the session knows."""
    user = _player(user, by)
    if user.is_guest:
        raise DeedRefused(_("A guest who is signed out has lost the account: suspend it instead."))
    audit.record(by=by, deed=Deed.SIGN_OUT, target=user, reason=reason, details={"sessions": sessions.end_all(user)})


@transaction.atomic
def give_roles(user: User, *, by: User, roles: Collection[Group], reason: str) -> None:
    """Let the player have these roles and no other; whoever has one belongs to the staff. Raises DeedRefused."""
    user = _subject(user, by)
    if user.is_guest or user.is_superuser:
        raise DeedRefused(_("Only a registered player can have a role."))
    user.groups.set(roles)
    user.is_staff = bool(roles)
    user.save(update_fields=["is_staff"])
    names = ", ".join(sorted(role.name for role in roles))
    audit.record(by=by, deed=Deed.GIVE_ROLES, target=user, reason=reason, details={"roles": names})


def _check(until: datetime) -> None:
    if until <= timezone.now():
        raise DeedRefused(_("That moment has passed."))


def _is_decided(kept: datetime | None, until: datetime) -> bool:
    """Whether it is so already: somebody has pressed a button twice."""
    return kept is not None and abs(kept - until) < THE_SAME


def _until(moment: datetime) -> dict[str, str]:
    return {"until": moment.isoformat(timespec="minutes")}


def _subject(user: User, by: User) -> User:
    """The account as it is now, locked. Raises DeedRefused."""
    if user.pk == by.pk:
        raise DeedRefused(_("Nobody does this to themselves."))
    found = User.objects.locked(user.pk)
    if found is None:
        raise DeedRefused(_("This account has been removed."))
    return found


def _player(user: User, by: User) -> User:
    """The same of an account that is not one of the staff's, or where a superuser does it."""
    found = _subject(user, by)
    if found.is_staff and not by.is_superuser:
        raise DeedRefused(_("This account belongs to the staff: take its roles away first."))
    return found


def _rename_for_now(user: User) -> None:
    for candidate in services.free_names(NAME_FOR_NOW):
        try:
            with transaction.atomic():
                return _rename(user, candidate)
        except IntegrityError:
            continue  # somebody took this name since we looked, perhaps for another who lost theirs
    raise DeedRefused(_("This name and many like it are taken. Please choose another."))


def _rename(user: User, name: str) -> None:
    user.username = name
    user.save(update_fields=["username", "name_key"])
    renamed.send(sender=User, user=user)
