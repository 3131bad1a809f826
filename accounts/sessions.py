"""Where an account is signed in. allauth keeps the list; here it is kept complete, and brought to an end."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.http import HttpRequest

from accounts.models import User
from accounts.signals import sessions_changed


def note(request: HttpRequest) -> None:
    """Remember the session of a request whose user has just signed in, or been given another session key."""
    if "REMOTE_ADDR" in request.META:  # a browser's: there are sessions without one
        UserSession.objects.create_from_request(request)


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
    """Let open pages of these sessions look again at what they may show."""
    sessions_changed.send(sender=UserSession, keys=keys)
