"""What a player may ask for. The engine answers with events, or with an `IllegalAction`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .cards import Card
from .seats import HandId, Player


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at (or, under a Flip rule, turn up) these places of the dummy, 0 to 12 (RULES section 4)."""

    player: Player
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """A team bid with its nil declarations, hands named by number (RULES section 5)."""

    player: Player
    tricks: int
    nils: frozenset[HandId] = frozenset()


@dataclass(frozen=True, slots=True)
class Play:
    """Play this card from the hand whose turn it is (RULES section 6)."""

    player: Player
    card: Card


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the remaining tricks for the hand on lead (RULES section 6)."""

    player: Player


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Accept or refuse the claim another player has made."""

    player: Player
    accept: bool


Action: TypeAlias = Peek | Bid | Play | Claim | AnswerClaim
