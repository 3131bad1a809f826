"""How a bot is disposed: some bid more than they should, some less, and some love a nil."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

from games.engine import Player


class PlayingStyle(StrEnum):
    """What a bot is like, whatever its level."""

    CAUTIOUS = "cautious"
    STEADY = "steady"
    BOLD = "bold"


@dataclass(frozen=True, slots=True)
class Leaning:
    """What a bot adds in its mind to the worth of a bid, in points: for each trick, and for a nil on the own hand."""

    trick: float
    nil: float


LEANINGS: Final = {
    PlayingStyle.CAUTIOUS: Leaning(trick=-4.0, nil=-20.0),
    PlayingStyle.STEADY: Leaning(trick=0.0, nil=0.0),
    PlayingStyle.BOLD: Leaning(trick=4.0, nil=20.0),
}

MIXED: Final = "mixed"


def playing_style_at(asked: str, table: str, player: Player) -> PlayingStyle:
    """The style of one of the three players of a table: the one asked for, or if mixed another for each.

    Which it is then depends on the table's code, so it stays the same as long as the table is there.
    """
    if asked != MIXED:
        return PlayingStyle(asked)
    return Random(table).sample(list(PlayingStyle), 3)[player]
