"""How well a bot plays."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """From rules of thumb to as much thought as a player will wait for."""

    BEGINNER = "beginner"
    CLUB = "club"
    EXPERT = "expert"


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a bot thinks: the deals it imagines for a card at most, and for each bid it weighs."""

    card: int
    bid: int


EFFORT: Final = {Level.CLUB: Effort(card=100, bid=50), Level.EXPERT: Effort(card=6000, bid=500)}
"""A beginner does not imagine anything."""
