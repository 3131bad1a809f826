"""Playing styles of bots: some bid more than is best, some less, and some declare more nils."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

from games.engine import Player


class PlayingStyle(StrEnum):
    """The playing style of a bot, independent of its level."""

    CAUTIOUS = "cautious"
    STEADY = "steady"
    BOLD = "bold"


@dataclass(frozen=True, slots=True)
class StyleBonus:
    """The points that a bot adds to its estimate of a bid: for each trick, and for a nil on its hand."""

    trick: float
    nil: float


STYLE_BONUSES: Final = {
    PlayingStyle.CAUTIOUS: StyleBonus(trick=-4.0, nil=-20.0),
    PlayingStyle.STEADY: StyleBonus(trick=0.0, nil=0.0),
    PlayingStyle.BOLD: StyleBonus(trick=4.0, nil=20.0),
}

MIXED: Final = "mixed"  # the table setting by which each bot has another style


def playing_style_at(setting: str, table: str, player: Player) -> PlayingStyle:
    """Return the style of a player at a table: the one in the `setting`, or if it is `MIXED`, another for each player.

    A mixed style depends on the code of the table, so it stays the same as long as the table exists.
    """
    if setting != MIXED:
        return PlayingStyle(setting)
    return Random(table).sample(list(PlayingStyle), 3)[player]
