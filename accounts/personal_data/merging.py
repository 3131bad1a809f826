"""A guest who signs in to an account may take the games along; the guest's account is then removed."""

from typing import Final, cast

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction

from accounts.models import User
from accounts.people import following
from accounts.personal_data.deletion import delete_or_anonymise
from accounts.signals import lock_requested, merge_offered, merging

_KEY: Final = "guest_before"
"""Where a session has the number of the guest whom its browser was before it signed in."""


def note_guest(session: SessionBase, before: User | AnonymousUser, user: User) -> None:
    """Store in the session which guest the browser was, if the guest has something to take along."""
    guest = _guest(before.pk) if isinstance(before, User) and before != user else None
    if guest is not None and offer(guest, user):
        session[_KEY] = guest.pk


def guest_of(session: SessionBase) -> User | None:
    """Return the guest whose games this browser may take along."""
    return _guest(session[_KEY]) if _KEY in session else None


def forget_guest(session: SessionBase) -> None:
    """Stop asking whether to take the games along."""
    session.pop(_KEY, None)


def _guest(number: int) -> User | None:
    guest = User.objects.filter(pk=number, is_active=True).first()
    return guest if guest is not None and _may_leave(guest) else None


def _may_leave(account: User) -> bool:
    """Return whether the account is a guest's, under no restriction by the staff, which would be lost."""
    return account.is_guest and not (account.must_rename or account.is_suspended or account.is_muted)


def offer(guest: User, user: User) -> list[str]:
    """Return sentences about what the user would take over from the guest; none if there is nothing.

    A bot takes nothing over: its games are those that its program has played.
    """
    if user.is_bot:
        return []
    answers = merge_offered.send(sender=User, guest=guest, user=user)
    return [sentence for _receiver, sentences in answers for sentence in cast(list[str], sentences)]


@transaction.atomic
def merge(guest: User, user: User) -> bool:
    """Move everything from the guest to the user, and remove the guest. Return whether that was done.

    It is not if either account is gone, or by now the guest has registered or is restricted, or the user is a bot.
    """
    lock_requested.send(sender=User, user=guest)
    accounts = {account.pk: account for account in User.objects.lock_all(pk__in=[guest.pk, user.pk])}
    if len(accounts) < 2 or not _may_leave(accounts[guest.pk]) or accounts[user.pk].is_bot:
        return False
    following.take_over(accounts[guest.pk], accounts[user.pk])
    merging.send(sender=User, guest=accounts[guest.pk], user=accounts[user.pk])
    delete_or_anonymise(accounts[guest.pk])
    return True
