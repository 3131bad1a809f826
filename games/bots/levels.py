"""The levels of bots and how much they compute."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


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
