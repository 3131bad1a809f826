"""Locks on rows of clubs, taken before all others, so that only one transaction at a time counts places and
officers.
"""

from collections.abc import Iterable

from accounts.models import User
from games.clubs.errors import NotInClub
from games.models import BELONGING, Club, ClubRole


def lock(club: Club) -> Club:
    """Return the club, locked until the end of the transaction. Raises NotInClub if it is gone."""
    for locked in lock_all([club.pk]):
        return locked
    raise NotInClub


def lock_all(keys: Iterable[int]) -> list[Club]:
    """Return these clubs by key, locked until the end of the transaction. They are locked before anything else."""
    return list(Club.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk"))


def lock_as(club: Club, user: User, *roles: ClubRole) -> Club:
    """Return the club, locked, if the user belongs to it, in one of these roles. Raises NotInClub."""
    locked = lock(club)
    if not locked.members.filter(user=user, role__in=roles or BELONGING).exists():
        raise NotInClub
    return locked
