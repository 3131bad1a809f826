"""Services that store settings, and the time zone that browsers report."""

from django.db import transaction

from accounts.base.time_zones import known_zones
from accounts.models import AUTOPLAY, User
from accounts.services import AccountDeleted, update
from accounts.signals import autoplay_changed, avatar_chosen, lock_requested


def save_settings(user: User, **values: str | bool) -> None:
    """Store language, time zone, visibility and preferences, by field name. Raises AccountDeleted."""
    autoplay = {name: value for name, value in values.items() if name in AUTOPLAY}
    is_switched = bool(autoplay) and User.objects.filter(pk=user.pk).exclude(**autoplay).exists()
    if not update(user, **values):
        raise AccountDeleted
    if is_switched:
        autoplay_changed.send(sender=User, user=user)


@transaction.atomic
def choose_avatar(user: User, code: str) -> None:
    """Store the avatar with this code, and show it at the player's tables. Raises AccountDeleted."""
    lock_requested.send(sender=User, user=user)
    if not update(user, chosen_avatar=code):
        raise AccountDeleted
    avatar_chosen.send(sender=User, user=user)


def note_time_zone(user: User, of_browser: str) -> None:
    """Store the time zone that the browser of *user* names, if there is such a zone."""
    if of_browser in known_zones():
        update(user, browser_time_zone=of_browser)
