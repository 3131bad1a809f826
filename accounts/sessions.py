"""Where an account is signed in. allauth keeps the list; here it is kept complete, and brought to an end."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import sessions_changed


@transaction.atomic
def note(request: HttpRequest) -> bool:
    """Remember the session of a request whose user has just signed in, or been given another session key.

    Whether the account is still there: nothing is remembered of one that has been removed meanwhile.
    """
    if "REMOTE_ADDR" not in request.META:  # no browser's: there are sessions without one
        return True
    assert request.user.is_authenticated
    if User.objects.locked(request.user.pk) is None:
        return False
    UserSession.objects.purge_and_list(request.user)  # of those that have come to their end
    UserSession.objects.create_from_request(request)
    return True


def keys_of(user: User) -> list[str]:
    """The keys of the sessions in which this account is signed in."""
    return list(UserSession.objects.filter(user=user).values_list("session_key", flat=True))


def end_all(user: User) -> int:
    """Sign the account out everywhere; how many sessions there were."""
    keys = keys_of(user)
    for session in UserSession.objects.filter(user=user):
        session.end()
    tell(keys)
    return len(keys)


def tell(keys: list[str]) -> None:
    """Let open pages of these sessions look again at what they may show, once it is written."""
    transaction.on_commit(lambda: sessions_changed.send(sender=UserSession, keys=keys))
