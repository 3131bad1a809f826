"""Players who are online: a mark in the cache, which all processes share, for each player heard of lately.

Every request sets it, and every open socket does so again and again.
"""

from collections.abc import Collection
from typing import Final

from django.core.cache import cache

from accounts.models import Follow, OnlineTo, User

MARK_EVERY: Final = 30
"""Seconds between two marks of one socket."""

OFFLINE_AFTER: Final = 90
"""Seconds without a mark after which a player counts as offline."""


def mark(user: User) -> None:
    """Store that this player is online now. A suspended player never is."""
    if not user.is_suspended:
        cache.set(_key(user.pk), True, OFFLINE_AFTER)


def seen_by(visitor: User, users: Collection[User]) -> frozenset[int]:
    """Return the ids of those of these players who are online and let *visitor* see it."""
    marked = cache.get_many([_key(user.pk) for user in users])
    online = [user for user in users if _key(user.pk) in marked]
    of_followers = [user.pk for user in online if user.online_to == OnlineTo.FOLLOWED]
    followers: set[int] = set()
    if of_followers:
        followers = set(Follow.objects.filter(user__in=of_followers, followed=visitor).values_list("user", flat=True))
    return frozenset(user.pk for user in online if user.online_to == OnlineTo.EVERYBODY or user.pk in followers)


def _key(user_id: int) -> str:
    return f"online.{user_id}"
