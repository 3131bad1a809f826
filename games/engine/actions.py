"""The actions of players. `deal.decide` turns an action into events, or raises an `IllegalAction`."""

from dataclasses import dataclass
from typing import TypeAlias

from .cards import Card
from .seats import HandId, Player


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at these places of the dummy, 0 to 12; under a Flip rule, turn them up (docs/rules.md section 4)."""

    player: Player
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid this number of tricks for the side and declare nil on these hands (docs/rules.md section 5)."""

    player: Player
    tricks: int
    nils: frozenset[HandId] = frozenset()


@dataclass(frozen=True, slots=True)
class Play:
    """Play this card from the hand whose turn it is (docs/rules.md section 6)."""

    player: Player
    card: Card


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the remaining tricks for the hand on lead (docs/rules.md section 6)."""

    player: Player


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Accept or refuse the open claim of another player (docs/rules.md section 6)."""

    player: Player
    accept: bool


Action: TypeAlias = Peek | Bid | Play | Claim | AnswerClaim
