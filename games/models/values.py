"""Values that rows store and pages show: the stage of a game, its players and its options."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Stage(StrEnum):
    """Open for players, the draw for dealer, a deal in progress, its score sheet, the end, or closed unfinished."""

    OPEN = "open"
    DRAWING = "drawing"
    DEAL = "deal"
    SCORED = "scored"
    OVER = "over"
    CLOSED = "closed"

    @property
    def is_running(self) -> bool:
        """Whether the game has begun and not ended."""
        return self in RUNNING

    @property
    def waits_for_deal(self) -> bool:
        return self in (Stage.DRAWING, Stage.SCORED)

    @property
    def has_ended(self) -> bool:
        """Whether the game has been won or closed."""
        return self in ENDED

    @property
    def shows_sheet(self) -> bool:
        """Whether the page shows scores instead of cards."""
        return self is Stage.SCORED or self.has_ended


RUNNING: Final = (Stage.DRAWING, Stage.DEAL, Stage.SCORED)
ENDED: Final = (Stage.OVER, Stage.CLOSED)
UNFINISHED: Final = (Stage.OPEN, *RUNNING)
"""All stages but those of ENDED. Queries name these: an index finds the few games that have not ended."""


@dataclass(frozen=True, slots=True)
class Who:
    """A person or bot by name, "" for a free seat. `page` is the account that has a player's page, "" for a bot."""

    name: str
    page: str = ""


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
