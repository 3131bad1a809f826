"""The four groups in which players choose by which channels notifications reach them, in words."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

PUSH: Final = "push"
MAIL: Final = "mail"
CHANNELS: Final = (PUSH, MAIL)

TURNS: Final = "turns"
INVITATIONS: Final = "invitations"
RESULTS: Final = "results"
EVENTS: Final = "events"


@dataclass(frozen=True, slots=True)
class NotificationGroup:
    """A group of kinds of notifications, and what is in it."""

    label: Any
    about: Any


GROUPS: Final = {
    TURNS: NotificationGroup(_("Turns"), _("Your turn while you are away. By mail only in games by turns.")),
    INVITATIONS: NotificationGroup(_("Invitations"), _("To a table, a trio or a club, and challenges.")),
    RESULTS: NotificationGroup(_("Results"), _("Your challenges, daily deals, seasons and reports.")),
    EVENTS: NotificationGroup(_("Clubs and tournaments"), _("When they begin, what changes, your table, and rulings.")),
}
"""By the name under which `User.notification_channels` has the channels that a player chose."""
