"""The levels and playing styles of bots: how much they compute, and how they bid."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

from ..engine import Player


class Level(StrEnum):
    """How well a bot plays: by rules of thumb (beginner), or by a short or long search."""

    BEGINNER = "beginner"
    CLUB = "club"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Effort:
    """How many deals a bot simulates, at most for a card, and for each candidate bid; a beginner simulates none."""

    card: int
    bid: int


EFFORT: Final = {Level.CLUB: Effort(card=100, bid=50), Level.EXPERT: Effort(card=6000, bid=500)}


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

MIXED: Final = "mixed"
"""The table setting by which each bot has another style."""


def playing_style_at(setting: str, table: str, player: Player) -> PlayingStyle:
    """Return the style of a player at a table: the one in the `setting`, or if it is `MIXED`, another for each player.

    A mixed style depends on the code of the table, so it stays the same as long as the table exists.
    """
    if setting != MIXED:
        return PlayingStyle(setting)
    return Random(table).sample(list(PlayingStyle), 3)[player]
