"""Which name a player may have, and the change to another."""

import random
from collections.abc import Collection
from http import HTTPStatus
from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base import names
from accounts.base.refusals import Explained
from accounts.models import NAME_KEYS, NAME_TAKEN, User, name_is_taken, taken_names
from accounts.notifications import services as notifications
from accounts.services import lock_account
from accounts.signals import lock_requested, name_taken, renamed
from accounts.site_config.errors import ActionDenied
from accounts.site_config.words import has_blocked_word

TEMPORARY_NAME: Final = "Player"

NAME_NOT_WANTED = gettext_lazy("This name is not allowed here. Please choose another.")

_NAMES: Final = 20_753
"""The number of the advisory lock in PostgreSQL that a transaction holds while it takes a name; the site uses no
other.
"""


class NameRefused(Explained):
    """Neither the name nor a numbered form of it can be used, or a visitor has none because the site has no guests."""

    status = HTTPStatus.BAD_REQUEST


def refuse_look_alike(user: AbstractBaseUser) -> None:
    """Raise IntegrityError, as for the same name, if somebody has a name like that which *user* takes.

    Call it in the transaction that stores the name: anybody taking a similar name at the same moment waits here until
    that ends.
    """
    lock_names()
    if name_is_taken(user.get_username(), other_than=user.pk):
        raise IntegrityError(str(NAME_TAKEN))
    if isinstance(user, User) and not user.is_guest:
        send_name_taken(user)


def lock_names() -> None:
    """Prevent others from taking a name until this transaction ends. SQLite needs no lock: it has only one writer."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_NAMES])


def send_name_taken(user: User) -> None:
    """Send `name_taken` once this transaction is committed: no guest may have the name of a registered account."""
    transaction.on_commit(lambda: name_taken.send(sender=User, user=user))


def name_among(user: User, others: Collection[str], before: str = "") -> str:
    """Return the name for *user* at a table where *others* are seated, "" for that of the account.

    A guest keeps the name that they had *before*, or gets the one that they gave, unless somebody there or a registered
    account has one like it; then that of the account; if somebody there has that name, a numbered one that no account
    has. To be called in the transaction that stores the name.
    """
    wanted = [name for name in (before, user.called) if name and name != user.username]
    if not user.is_guest or not (wanted or _is_like_one_of(user.username, others)):
        return ""
    lock_names()
    registered = taken_names(wanted, only_registered=True)
    candidates = [*(name for name in wanted if name not in registered), "", *free_names(user.own_name)]
    if before == user.username:
        candidates.insert(0, "")
    return next(name for name in candidates if not _is_like_one_of(name or user.username, others))


def _is_like_one_of(name: str, others: Collection[str]) -> bool:
    return any(names.are_alike(name, other) for other in others)


def available_name(name: str, user: User) -> str:
    """Return *name* tidied if *user* may have it. Raises NameRefused with the reason."""
    tidied = allowed_name(name)
    if name_is_taken(tidied, other_than=user.pk):
        raise NameRefused(str(NAME_TAKEN))
    return tidied


def allowed_name(name: str) -> str:
    """Return *name* as it is stored. Raises NameRefused with the reason if it is not allowed."""
    tidied = names.as_stored(names.tidy(name))
    try:
        names.validate_name(tidied)
        names.validate_choice(tidied)
    except ValidationError as error:
        raise NameRefused(error.messages[0]) from error
    if has_blocked_word(tidied):
        raise NameRefused(str(NAME_NOT_WANTED))
    return tidied


def free_names(name: str) -> list[str]:
    """Return *name* and numbered forms of it, without the taken ones, best first."""
    numbers = [*range(2, 10), *(random.randrange(10, 10**digits) for digits in (2, 2, 3, 3, 4, 4, 5, 5))]
    candidates = [name, *(_numbered(name, number) for number in numbers)]
    taken = taken_names(candidates)
    return [candidate for candidate in candidates if candidate not in taken]


def _numbered(name: str, number: int) -> str:
    suffix = f" {number}"
    return name[: names.LONGEST - len(suffix)].rstrip(" .-_") + suffix


@transaction.atomic
def choose_name_of_guest(user: User, name: str) -> None:
    """Change a guest's name. Does nothing if the account has been registered meanwhile, or already has the name.

    If the name is taken, the account gets a number added; if only guests have it, tables still show it without.
    Raises NameRefused or AccountDeleted.
    """
    wanted = allowed_name(name)
    lock_requested.send(sender=User, user=user)
    locked = lock_account(user)
    if not locked.is_guest or wanted == locked.own_name:
        return None
    is_registered = bool(taken_names([wanted], only_registered=True))
    for candidate in free_names(wanted):
        try:
            with transaction.atomic():
                return _rename(locked, candidate, "" if candidate == wanted or is_registered else wanted)
        except IntegrityError:
            continue  # taken since the check
    raise NameRefused(str(NAME_TAKEN))


@transaction.atomic
def choose_name(user: User, name: str) -> None:
    """Give a player who has to choose a name this one. Does nothing if the player already chose, as in another tab.

    Raises NameRefused or AccountDeleted.
    """
    available = available_name(name, user)
    lock_requested.send(sender=User, user=user)
    locked = lock_account(user)
    if not locked.must_rename:
        return
    locked.must_rename = False
    locked.save(update_fields=["must_rename"])
    _rename_or_refuse(locked, available)


def name_registered(user: User, chosen: str = "") -> None:
    """Give a locked guest who has just registered the name that they have *chosen*. Raises NameRefused.

    Without one, they get the name that they gave as a guest, if it is free by now.
    """
    if chosen and names.tidy(chosen) != user.own_name:
        _rename_or_refuse(user, available_name(chosen, user))
        return
    name = user.username if not user.called or name_is_taken(user.called, other_than=user.pk) else user.called
    try:
        with transaction.atomic():
            _rename(user, name)
    except IntegrityError:  # taken since the check
        _rename(user, user.username)


def give_temporary_name(user: User) -> None:
    """Give the player a neutral name, until they choose another. Raises ActionDenied."""
    _rename_to_free(user, TEMPORARY_NAME)


def mark_as_bot(user: User) -> None:
    """Make a locked account that of a bot, for ever, under a name that says so. Raises ActionDenied."""
    user.is_bot = True
    user.save(update_fields=["is_bot"])
    _rename_to_free(user, names.of_bot(user.username))


def _rename_to_free(user: User, name: str) -> None:
    """Give the user this name or a numbered form of it. Raises ActionDenied."""
    for candidate in free_names(name):
        try:
            with transaction.atomic():
                return _rename(user, candidate)
        except IntegrityError:
            continue  # taken since the check
    raise ActionDenied(_("This name and many like it are taken. Please choose another."))


def _rename_or_refuse(user: User, name: str) -> None:
    """Give the user this name. Raises NameRefused, after which the transaction has to end, if it is taken by now."""
    try:
        _rename(user, name)
    except IntegrityError as error:
        raise NameRefused(str(NAME_TAKEN)) from error


def _rename(user: User, name: str, called: str = "") -> None:
    name = names.of_bot(name) if user.is_bot else name
    notifications.replace_name(user.username, name)
    user.username, user.called = name, called
    user.save(update_fields=["username", "called", *NAME_KEYS])
    refuse_look_alike(user)
    renamed.send(sender=User, user=user)
