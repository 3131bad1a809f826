"""Services that store what players choose, and what their browsers say."""

from accounts.base.time_zones import known_zones
from accounts.models import AUTOPLAY, User
from accounts.services import AccountDeleted, update
from accounts.signals import autoplay_changed


def save_settings(user: User, **values: str | bool) -> None:
    """Store language, time zone, visibility and preferences, by field name. Raises AccountDeleted."""
    autoplay = {name: value for name, value in values.items() if name in AUTOPLAY}
    is_switched = bool(autoplay) and User.objects.filter(pk=user.pk).exclude(**autoplay).exists()
    if not update(user, **values):
        raise AccountDeleted
    if is_switched:
        autoplay_changed.send(sender=User, user=user)


def note_time_zone(user: User, of_browser: str) -> None:
    """Store the time zone that the browser of *user* names, if there is such a zone."""
    if of_browser in known_zones():
        update(user, browser_time_zone=of_browser)
