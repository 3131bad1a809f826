"""Vacations: for some days a year, the clocks of a player's games by turns stop, and the others see until when."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import lock_account
from accounts.signals import lock_requested, vacation_changed

DAYS_A_YEAR: Final = 30
DAY: Final = timedelta(days=1)


class OnVacation(Exception):
    """The player is on vacation already."""


class TooManyDays(Exception):
    """The player does not have that many days left this year."""


def days_left(user: User) -> int:
    """Return how many vacation days the player has left this year (UTC)."""
    return DAYS_A_YEAR - (user.vacation_days if user.vacation_year == timezone.now().year else 0)


@transaction.atomic
def begin(user: User, days: int) -> None:
    """Let a vacation of so many days, counted in this year, begin now.

    Raises OnVacation, TooManyDays, AccountDeleted.
    """
    locked, now = _lock(user), timezone.now()
    if locked.is_on_vacation:
        raise OnVacation
    if not 1 <= days <= days_left(locked):
        raise TooManyDays
    _change(user, now + days * DAY, now.year, DAYS_A_YEAR - days_left(locked) + days)


@transaction.atomic
def end(user: User) -> None:
    """End the vacation; its remaining days count as unused. Without a vacation, nothing happens.

    Raises AccountDeleted.
    """
    locked, now = _lock(user), timezone.now()
    if locked.vacation_until is None or locked.vacation_until <= now:
        return
    unused = int((locked.vacation_until - now) / DAY)
    _change(user, now, locked.vacation_year, max(0, locked.vacation_days - unused))


def _lock(user: User) -> User:
    """Lock the player's games, then the account, and return its current row. Raises AccountDeleted."""
    lock_requested.send(sender=User, user=user)
    return lock_account(user)


def _change(user: User, until: datetime, year: int, days: int) -> None:
    User.objects.filter(pk=user.pk).update(vacation_until=until, vacation_year=year, vacation_days=days)
    user.vacation_until, user.vacation_year, user.vacation_days = until, year, days
    vacation_changed.send(sender=User, user=user)
