"""The kinds of notifications, in words. A line here makes a new one, with its switches under /you/."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

PUSH: Final = "push"
MAIL: Final = "mail"


@dataclass(frozen=True, slots=True)
class NotificationKind:
    """What a player is told; `%(names)s` in the text are values of the notification.

    `channels` are used until the player chooses others: push always, mail where a day later is soon enough. An
    `urgent` push wakes a sleeping phone.
    """

    label: Any
    title: Any
    text: Any
    channels: tuple[str, ...] = (PUSH,)
    urgent: bool = False


KINDS: Final = {
    "turn": NotificationKind(
        _("your turn"), _("Your turn"), _("It is your turn in the game with %(others)s."), urgent=True
    ),
    "turn_in_days": NotificationKind(
        _("your turn in a game by turns"),
        _("Your turn"),
        _("It is your turn in the game with %(others)s."),
        (PUSH, MAIL),
        urgent=True,
    ),
    "challenge": NotificationKind(
        _("a challenge"), _("A challenge"), _("%(by)s challenges you to a game."), (PUSH, MAIL), urgent=True
    ),
    "invitation": NotificationKind(
        _("an invitation"), _("An invitation"), _("%(by)s invites you to a table."), urgent=True
    ),
    "report": NotificationKind(
        _("an answer to a report of yours"),
        _("An answer to your report"),
        _("The staff has answered your report about %(subject)s."),
        (PUSH, MAIL),
    ),
}
