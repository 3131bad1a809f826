"""Services that write accounts: create guests, register them, store settings."""

import random
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.auth import login
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base import names
from accounts.base.rate_limits import is_within_limit
from accounts.base.time_zones import known_zones
from accounts.models import AUTOPLAY, NAME_TAKEN, User, name_is_taken, taken_names, today
from accounts.signals import autoplay_changed
from accounts.site_config import selectors as site_config
from accounts.site_config.services import use_invitation
from accounts.site_config.words import has_blocked_word

NAME_NOT_WANTED = gettext_lazy("This name is not wanted here. Please choose another.")

_NAMES: Final = 20_753
"""The number of PostgreSQL's lock that whoever takes a name holds; the site has no other of its kind."""


class NameRefused(Exception):
    """Neither the name nor a numbered form of it can be used, or a visitor has none because the site has no guests.

    The text is a translated sentence for the visitor.
    """


class TooManyGuests(Exception):
    """This network address has created too many guests lately. The text is a translated sentence for the visitor."""


class AlreadyRegistered(Exception):
    """The account is already registered, as after a double click."""


class AccountDeleted(Exception):
    """The account has been deleted, as in another tab."""


def ensure_player(request: HttpRequest, name: str) -> User:
    """Return the signed-in player of *request*, or create a guest called *name* and sign them in.

    Raises NameRefused, also where the site settings allow no guests, or TooManyGuests.
    """
    if isinstance(request.user, User):
        return request.user
    if not site_config.site().guests:
        raise NameRefused(_("Only players with an account can sit down here. Sign in, or sign up, first."))
    tidied = _valid_name(name)
    if not is_within_limit(request, "create_guest"):
        raise TooManyGuests(_("Too many guests have come from your address just now. Try again in ten minutes."))
    guest = create_guest(tidied)
    login(request, guest)
    return guest


def create_guest(name: str) -> User:
    """Create a guest called *name*, with a number added if the name is taken. Raises NameRefused."""
    for candidate in free_names(_valid_name(name)):
        try:
            with transaction.atomic():
                guest = User.objects.create_user(candidate, is_guest=True)
                refuse_look_alike(guest)
                return guest
        except IntegrityError:
            continue  # taken since the check
    raise NameRefused(_("This name and many like it are taken. Please choose another."))


def refuse_look_alike(user: AbstractBaseUser) -> None:
    """Raise IntegrityError, as for the same name, if somebody has a name like that which *user* takes.

    To be called in the transaction that stores the name: who takes one that looks like it at the same moment waits here
    until that has ended. SQLite has one writer only.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_NAMES])
    if name_is_taken(user.get_username(), other_than=user.pk):
        raise IntegrityError(str(NAME_TAKEN))


def lock_account(user: AbstractBaseUser) -> User:
    """Lock the account until the transaction ends, and return its current row. Raises AccountDeleted."""
    locked = User.objects.lock(user.pk)
    if locked is None:
        raise AccountDeleted
    return locked


def account_exists(visitor: User | AnonymousUser) -> bool:
    """Return whether the visitor's account has not been deleted. True for an anonymous visitor."""
    return visitor.pk is None or User.objects.filter(pk=visitor.pk, is_active=True).exists()


def register_guest(user: User, *, password: str, email: str = "", invitation: str | None = None) -> User:
    """Turn the guest *user* into a registered player with a password, keeping the account, games and scores.

    *invitation* is the invitation code, None if none is needed. Raises AlreadyRegistered, AccountDeleted or
    InvitationRefused.
    """
    user.password = make_password(password)
    with transaction.atomic():
        if not lock_account(user).is_guest:
            raise AlreadyRegistered
        if invitation is not None:
            use_invitation(invitation)
        User.objects.filter(pk=user.pk).update(password=user.password, email=email, is_guest=False)
        if email:
            EmailAddress.objects.create(user=user, email=email, primary=True)
    user.email, user.is_guest = email, False
    return user


def save_settings(user: User, **values: str | bool) -> None:
    """Store language, time zone, visibility and preferences, by field name. Raises AccountDeleted."""
    autoplay = {name: value for name, value in values.items() if name in AUTOPLAY}
    is_switched = bool(autoplay) and User.objects.filter(pk=user.pk).exclude(**autoplay).exists()
    if not _update(user, **values):
        raise AccountDeleted
    if is_switched:
        autoplay_changed.send(sender=User, user=user)


def note_time_zone(user: User, of_browser: str) -> None:
    """Store the time zone that the browser of *user* names, if there is such a zone."""
    if of_browser in known_zones():
        _update(user, browser_time_zone=of_browser)


def record_visit(user: User) -> None:
    """Store today as the last visit of *user*. Does nothing if the account was deleted."""
    _update(user, last_seen=today())


def set_password(user: User, password: str) -> None:
    """Store the password of *user* and no other field. Raises AccountDeleted."""
    if not _update(user, password=make_password(password)):
        raise AccountDeleted


def _update(user: User, **values: object) -> bool:
    """Store field values of an active account. Return False, storing nothing, if it was deleted."""
    for name, value in values.items():
        setattr(user, name, value)
    return bool(User.objects.filter(pk=user.pk, is_active=True).update(**values))


def available_name(name: str, user: User) -> str:
    """Return *name* tidied if *user* may have it. Raises NameRefused with the reason."""
    tidied = _valid_name(name)
    if name_is_taken(tidied, other_than=user.pk):
        raise NameRefused(str(NAME_TAKEN))
    return tidied


def free_names(name: str) -> list[str]:
    """Return *name* and numbered forms of it, without the taken ones, best first."""
    numbers = [*range(2, 10), *(random.randrange(10, 10**digits) for digits in (2, 2, 3, 3, 4, 4, 5, 5))]
    candidates = [name, *(_numbered(name, number) for number in numbers)]
    taken = taken_names(candidates)
    return [candidate for candidate in candidates if candidate not in taken]


def _valid_name(name: str) -> str:
    """Return *name* tidied. Raises NameRefused with the reason if it is not allowed."""
    tidied = names.tidy(name)
    try:
        names.validate_name(tidied)
    except ValidationError as error:
        raise NameRefused(error.messages[0]) from error
    if has_blocked_word(tidied):
        raise NameRefused(str(NAME_NOT_WANTED))
    return tidied


def _numbered(name: str, number: int) -> str:
    suffix = f" {number}"
    return name[: names.LONGEST - len(suffix)].rstrip(" .-_") + suffix
