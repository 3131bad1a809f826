"""The stage of a game, the title of its table, and what players propose and how they pause."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext, gettext_lazy as _

from accounts.base.choices import Choice
from accounts.base.names import isolated


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
    is_bot: bool = False


def table_title(name: str, host_name: str) -> str:
    """Return the name of a table; in the reader's language, after its host, if it was opened without a name."""
    return isolated(name) or gettext("%(player)s’s table") % {"player": isolated(host_name)}


class Proposal(Choice):
    """What a player may propose to the other players."""

    NONE = "", _("nothing")
    TAKE_BACK = "back", _("take the last move back")
    END = "end", _("end the game")
    PAUSE = "wait", _("pause the game")

    @property
    def asks_everybody(self) -> bool:
        """Whether players who have been away too long have to agree too: who did not could not end a pause."""
        return self is Proposal.PAUSE


class Pause(Choice):
    """Why a live game stands still, if it does."""

    NONE = "", _("not paused")
    OWN = "own", _("paused by a player")
    ABSENCE = "away", _("waits for an absent player")
    AGREED = "all", _("paused by all")


class PauseReason(Choice):
    """What a player may give as the reason of a pause. Not free text, which could speak of cards."""

    MOMENT = "moment", _("one moment")
    DOOR = "door", _("the door")
    PHONE = "phone", _("the phone")
    DRINK = "drink", _("something to drink")
    CONNECTION = "line", _("trouble with the connection")
