"""The only writer of accounts: guests come, become registered, or are forgotten."""

import datetime
import random
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User, today

GUESTS_ARE_KEPT_FOR = datetime.timedelta(days=30)


class AccountRefused(Exception):
    """Base of the refusals here. Its text is a translated sentence to show to the visitor."""


class NameRefused(AccountRefused):
    """The name can't be used, nor can a numbered form of it."""


class TooManyGuests(AccountRefused):
    """This address has made too many guest accounts lately; to be answered with status 429."""


def seat_visitor(request: HttpRequest, name: str) -> User:
    """Return the player who made *request*: the one signed in, else a new guest called *name*, now signed in.

    Raises NameRefused or TooManyGuests.
    """
    if isinstance(request.user, User):
        return request.user
    tidied = _allowed(name)
    if not ratelimit.consume(request, action="create_guest"):
        raise TooManyGuests(_("Too many guests have come from your address just now. Try again in ten minutes."))
    guest = create_guest(tidied)
    login(request, guest)
    return guest


def create_guest(name: str) -> User:
    """Make a guest account called *name*, with a number added if somebody has that name. Raises NameRefused."""
    for candidate in _free_names(_allowed(name)):
        try:
            with transaction.atomic():
                return User.objects.create_user(candidate, is_guest=True)
        except IntegrityError:
            continue  # somebody took this name since we looked: the next one will do
    raise NameRefused(_("This name and many like it are taken. Please choose another."))


def register_guest(user: User, *, password: str, email: str = "") -> User:
    """Turn the guest *user* into a registered player: the same account, games and scores, now with a password."""
    with transaction.atomic():
        user.set_password(password)
        user.email = email
        user.is_guest = False
        user.save(update_fields=["password", "email", "is_guest"])
        if email:
            EmailAddress.objects.create(user=user, email=email, primary=True)
    return user


def choose_language(user: User, language: str) -> None:
    """Keep the language *user* wants to read: one of settings.LANGUAGES, or "" for whatever the browser asks for."""
    user.language = language
    user.save(update_fields=["language"])


def note_visit(user: User) -> None:
    """Remember that *user* was here today."""
    user.last_seen = today()
    user.save(update_fields=["last_seen"])


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
        try:
            guest.delete()
            deleted += 1
        except (models.ProtectedError, models.RestrictedError):
            _anonymise(guest)
            anonymised += 1
    return StaleGuests(deleted, anonymised)


def _anonymise(guest: User) -> None:
    guest.username = _free_names(f"Guest {guest.pk}")[0]
    guest.is_active = False
    guest.save(update_fields=["username", "name_key", "is_active"])


def _allowed(name: str) -> str:
    """Return *name* tidied, or raise NameRefused with the reason."""
    tidied = names.tidy(name)
    try:
        names.validate_name(tidied)
    except ValidationError as refusal:
        raise NameRefused(refusal.messages[0]) from refusal
    return tidied


def _free_names(name: str) -> list[str]:
    """Return *name* and numbered forms of it, those that nobody has, best first."""
    numbers = [*range(2, 10), *(random.randrange(10, 10**digits) for digits in (2, 2, 3, 3, 4, 4, 5, 5))]
    candidates = [name, *(_numbered(name, number) for number in numbers)]
    keys = [names.fold(candidate) for candidate in candidates]
    taken = set(User.objects.filter(name_key__in=keys).values_list("name_key", flat=True))
    return [candidate for candidate, key in zip(candidates, keys, strict=True) if key not in taken]


def _numbered(name: str, number: int) -> str:
    suffix = f" {number}"
    return name[: names.LONGEST - len(suffix)].rstrip(" .-_") + suffix
