"""Services for the people a player knows: whom the player follows, and notes about them, by name."""

from accounts.base import names
from accounts.models import User
from accounts.people import following
from accounts.services import AccountDeleted
from games.lobby.invitations import BlockedByInviter
from games.play.errors import UnknownPlayer


def follow(user: User, name: str) -> User:
    """Let the user follow the player of this name, and return who that is.

    Raises UnknownPlayer, BlockedByInviter if the user has blocked the player, FollowsTooMany, AccountDeleted.
    """
    other = other_player(user, name, is_active=True)
    if user.blocks.filter(blocked=other).exists():
        raise BlockedByInviter
    following.follow(user, other)
    return other


def unfollow(user: User, name: str) -> User:
    """Let the user no longer follow the player of this name, and return who that is. Raises UnknownPlayer."""
    other = other_player(user, name, is_active=True)
    following.unfollow(user, other)
    return other


def write_note(user: User, name: str, text: str) -> User:
    """Store what the user notes about the player of this name, "" to delete it, and return who that is.

    Raises UnknownPlayer, AccountDeleted.
    """
    other = other_player(user, name, is_active=True)
    following.write_note(user, other, text)
    return other


def lock_other(user: User, name: str) -> User:
    """Return the account of this name, and lock both against deletion. Raises UnknownPlayer, AccountDeleted."""
    other = other_player(user, name)
    locked = User.objects.lock_all(pk__in=[user.pk, other.pk])
    if user not in locked:
        raise AccountDeleted
    if other not in locked:
        raise UnknownPlayer
    return other


def other_player(user: User, name: str, **which: bool) -> User:
    """Return another user's account of this name, if it is one of those that `which` selects. Raises UnknownPlayer."""
    other = User.objects.filter(name_key=names.fold(name), **which).exclude(pk=user.pk).first()
    if other is None:
        raise UnknownPlayer
    return other
