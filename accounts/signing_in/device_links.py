"""Links by which players sign in one more browser of theirs: another device, or the app on an iPhone's home screen.

A link works once, for ten minutes, and only while the session that requested it lasts: signing out, changing the
password or being signed out by the staff ends it. A new link replaces it. The site keeps a hash of its code. The code
is in the address behind a `#`, which no browser sends: no log holds it, and no preview of the link can use it up.
"""

import hashlib
import secrets
from typing import Any, Final, TypedDict

from django.contrib.auth import get_user
from django.core.cache import cache
from django.http import HttpRequest
from django.urls import reverse

from accounts.models import User
from accounts.notifications.mails import absolute
from accounts.sessions.store import SessionStore

MINUTES: Final = 10


class _Link(TypedDict):
    """What is stored about a link: its player, and the session that requested it."""

    user: int
    session: str


def create(request: HttpRequest) -> str:
    """Return a new link for the signed-in player of *request*; an earlier one ends."""
    assert isinstance(request.user, User)
    code = secrets.token_urlsafe(16)
    link = _Link(user=request.user.pk, session=request.session.session_key or "")
    end(request.user)
    cache.set_many({_key(code): link, _latest(link["user"]): _key(code)}, MINUTES * 60)
    return f"{absolute(reverse('enter_link'))}#{code}"


def end(user: User) -> None:
    """End all links of the player."""
    if key := cache.get(_latest(user.pk)):
        cache.delete(key)


def use(link: str) -> User | None:
    """Use up the link, or its code alone, and return the player whom it signs in; None if it is not valid."""
    key = _key(link.rpartition("#")[2].strip())
    stored: _Link | None = cache.get(key)
    if stored is None or not cache.delete(key):  # only one of two simultaneous requests can delete it
        return None
    maker = HttpRequest()
    maker.session = SessionStore(stored["session"])
    user: Any = get_user(maker)
    return user if isinstance(user, User) and user.pk == stored["user"] else None


def _key(code: str) -> str:
    return f"device-link/{hashlib.sha256(code.encode()).hexdigest()}"


def _latest(user: int) -> str:
    return f"device-link/of/{user}"
