"""Players who are online: a mark in the cache, which all processes share, for each player whose browser was connected
lately.

Every request sets it, and every open socket does so again and again.
"""

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from accounts.base.outages import OF_REDIS
from accounts.models import Follow, OnlineTo, User, today
from accounts.services import update

MARK_EVERY: Final = 30
"""Seconds between two marks of one socket."""

OFFLINE_AFTER: Final = 90
"""Seconds without a mark after which a player counts as offline."""


class LastSeenMiddleware:
    """Marks the player as online. Once a day, records the visit and renews the session cookie, a guest's only way to
    sign in.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            with suppress(*OF_REDIS):  # the next request sets the mark
                mark(request.user)
            if request.user.last_seen < today():
                record_visit(request.user)
                request.session.modified = True
        return self.get_response(request)


def record_visit(user: User) -> None:
    """Store today as the last visit of *user*. Does nothing if the account was deleted."""
    update(user, last_seen=today())


def mark(user: User) -> None:
    """Store that this player is online now. A suspended player never is."""
    if not user.is_suspended:
        cache.set(_key(user.pk), True, OFFLINE_AFTER)


def seen_by(visitor: User, users: Collection[User]) -> frozenset[int]:
    """Return the ids of the players among these who are online and let *visitor* see that."""
    marked: dict[str, bool] = {}
    with suppress(*OF_REDIS):  # then nobody is known to be
        marked = cache.get_many([_key(user.pk) for user in users])
    online = [user for user in users if _key(user.pk) in marked]
    of_followers = [user.pk for user in online if user.online_to == OnlineTo.FOLLOWED]
    followers: set[int] = set()
    if of_followers:
        followers = set(Follow.objects.filter(user__in=of_followers, followed=visitor).values_list("user", flat=True))
    return frozenset(user.pk for user in online if user.online_to == OnlineTo.EVERYBODY or user.pk in followers)


def _key(user_id: int) -> str:
    return f"online.{user_id}"
