"""The options of a table, besides its rules: clocks, and the time that bots take."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from accounts.base.choices import Choice


class Clock(Choice):
    """How much time a player has for a move (`games.play.clocks` has the seconds)."""

    NONE = "none", _("no clock")
    RELAXED = "relaxed", _("relaxed")
    NORMAL = "normal", _("normal")
    FAST = "fast", _("fast")
    ONE_DAY = "1day", _("one day a move")
    THREE_DAYS = "3days", _("three days a move")
    SEVEN_DAYS = "7days", _("seven days a move")


BY_TURNS: Final = (Clock.ONE_DAY, Clock.THREE_DAYS, Clock.SEVEN_DAYS)
"""The clocks of games by turns, whose players need not be at the table."""


LIVE_CLOCKS: Final = (Clock.RELAXED, Clock.NORMAL, Clock.FAST)
"""The clocks of games whose players stay at the table."""


class BotPause(Choice):
    """How long bots take for a move (`games.play.bot_timing` has the seconds)."""

    NONE = "none", _("none")
    SHORT = "short", _("short")
    HUMAN = "human", _("like people")


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options of a table, besides its rules.

    The lobby lists a `public` table while it waits for players, and later to watch, if `spectators` may; any other is
    known by its link only. `patience` is in seconds, `bot_level` is the bots’ strength, `bot_style` their playing style
    or "mixed", and `bot_pause` names the time they take. If `delayed`, spectators see finished deals only. In a game by
    turns with `weekends_off`, clocks stand still on Saturdays and Sundays. On a `duplicate` table three boards are
    dealt three times each (docs/duplicate.md).
    """

    public: bool = False
    spectators: bool = True
    clock: str = "none"
    patience: int = 120
    chat: bool = True
    bot_level: str = "expert"
    bot_style: str = "mixed"
    bot_pause: str = "human"
    delayed: bool = False
    weekends_off: bool = False
    duplicate: bool = False
