"""Writes accounts: guests come, become registered, and choose their settings."""

import random

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from accounts.models import NAME_TAKEN, User, name_is_taken, today
from accounts.site_config import selectors as site_config
from accounts.site_config.services import use_invitation
from accounts.site_config.words import has_blocked_word

NAME_NOT_WANTED = gettext_lazy("This name is not wanted here. Please choose another.")


class AccountRefused(Exception):
    """Base of the refusals here. Its text is a translated sentence to show to the visitor."""


class NameRefused(AccountRefused):
    """The name can't be used, nor can a numbered form of it."""


class NoGuests(NameRefused):
    """The house lets nobody play without an account."""


class TooManyGuests(AccountRefused):
    """This address has made too many guest accounts lately; to be answered with status 429."""


class KeptAlready(Exception):
    """The account is a guest's no more, as after a second click."""


class AccountGone(Exception):
    """The account has been removed, as on another page of its player's."""


def seat_visitor(request: HttpRequest, name: str) -> User:
    """Return the player who made *request*: the one signed in, else a new guest called *name*, now signed in.

    Raises NameRefused (NoGuests too) or TooManyGuests.
    """
    if isinstance(request.user, User):
        return request.user
    if not site_config.site().guests:
        raise NoGuests(_("Only players with an account can sit down here. Sign in, or sign up, first."))
    tidied = _allowed(name)
    if not ratelimit.consume(request, action="create_guest"):
        raise TooManyGuests(_("Too many guests have come from your address just now. Try again in ten minutes."))
    guest = create_guest(tidied)
    login(request, guest)
    return guest


def create_guest(name: str) -> User:
    """Make a guest account called *name*, with a number added if somebody has that name. Raises NameRefused."""
    for candidate in free_names(_allowed(name)):
        try:
            with transaction.atomic():
                return User.objects.create_user(candidate, is_guest=True)
        except IntegrityError:
            continue  # somebody took this name since we looked: the next one will do
    raise NameRefused(_("This name and many like it are taken. Please choose another."))


def is_still_there(visitor: User | AnonymousUser) -> bool:
    """Whether the visitor's account has not been removed; nobody has removed that of who is not signed in."""
    return visitor.pk is None or User.objects.filter(pk=visitor.pk, is_active=True).exists()


def register_guest(user: User, *, password: str, email: str = "", invitation: str | None = None) -> User:
    """Turn the guest *user* into a registered player: the same account, games and scores, now with a password.

    `invitation` is the code it takes, if any. Raises KeptAlready, AccountGone or InvitationRefused.
    """
    user.password = make_password(password)
    with transaction.atomic():
        found = User.objects.locked(user.pk)
        if found is None:
            raise AccountGone
        if not found.is_guest:
            raise KeptAlready
        if invitation is not None:
            use_invitation(invitation)
        User.objects.filter(pk=user.pk).update(password=user.password, email=email, is_guest=False)
        if email:
            EmailAddress.objects.create(user=user, email=email, primary=True)
    user.email, user.is_guest = email, False
    return user


def choose_language(user: User, language: str) -> None:
    """Keep the language *user* wants to read: one of settings.LANGUAGES, or "" for whatever the browser asks for.

    Raises AccountGone.
    """
    choose_settings(user, language=language)


def choose_settings(user: User, **chosen: str | bool) -> None:
    """Keep the language and the taste *user* has chosen, by name of the field. Raises AccountGone."""
    if not _keep(user, **chosen):
        raise AccountGone


def note_visit(user: User) -> None:
    """Remember that *user* was here today, unless the account has been removed."""
    _keep(user, last_seen=today())


def keep_password(user: User, password: str) -> None:
    """Let *user* sign in with this password from now on, and leave all else as it is. Raises AccountGone."""
    if not _keep(user, password=make_password(password)):
        raise AccountGone


def _keep(user: User, **values: object) -> bool:
    """Store these values of an account; whether it is there still: nothing is written on what a removed one leaves."""
    for name, value in values.items():
        setattr(user, name, value)
    return bool(User.objects.filter(pk=user.pk, is_active=True).update(**values))


def allowed_and_free(name: str, user: User) -> str:
    """Return *name* tidied if *user* may be called so, or raise NameRefused with the reason."""
    tidied = _allowed(name)
    if name_is_taken(tidied, by_other_than=user.pk):
        raise NameRefused(str(NAME_TAKEN))
    return tidied


def free_names(name: str) -> list[str]:
    """Return *name* and numbered forms of it, those that nobody has, best first."""
    numbers = [*range(2, 10), *(random.randrange(10, 10**digits) for digits in (2, 2, 3, 3, 4, 4, 5, 5))]
    candidates = [name, *(_numbered(name, number) for number in numbers)]
    keys = [names.fold(candidate) for candidate in candidates]
    taken = set(User.objects.filter(name_key__in=keys).values_list("name_key", flat=True))
    return [candidate for candidate, key in zip(candidates, keys, strict=True) if key not in taken]


def _allowed(name: str) -> str:
    """Return *name* tidied, or raise NameRefused with the reason."""
    tidied = names.tidy(name)
    try:
        names.validate_name(tidied)
    except ValidationError as refusal:
        raise NameRefused(refusal.messages[0]) from refusal
    if has_blocked_word(tidied):
        raise NameRefused(str(NAME_NOT_WANTED))
    return tidied


def _numbered(name: str, number: int) -> str:
    suffix = f" {number}"
    return name[: names.LONGEST - len(suffix)].rstrip(" .-_") + suffix
