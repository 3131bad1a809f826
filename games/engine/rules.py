"""The rule options of a table (docs/rules.md sections 4, 7, 8 and 9), fixed for a whole game."""

from dataclasses import dataclass
from enum import StrEnum
from types import NoneType
from typing import Final


class PeekRule(StrEnum):
    """How the players may see cards of the dummy before the bidding (docs/rules.md section 4)."""

    NONE = "none"
    THREE = "three"
    FOUR = "four"
    FLIP1 = "flip1"
    FLIP2 = "flip2"
    FLIP3 = "flip3"
    FLIP4 = "flip4"

    @property
    def places_each(self) -> int:
        """The number of places that each player looks at in private, 13 at most, or turns up: 4 at most, for all three
        choose different ones of the 13.
        """
        return _PLACES_EACH[self]

    @property
    def is_flip(self) -> bool:
        """Whether the cards are turned up for everyone, in bidding order."""
        return self.startswith("flip")


_PLACES_EACH: Final = {
    PeekRule.NONE: 0,
    PeekRule.THREE: 3,
    PeekRule.FOUR: 4,
    PeekRule.FLIP1: 1,
    PeekRule.FLIP2: 2,
    PeekRule.FLIP3: 3,
    PeekRule.FLIP4: 4,
}


class BiddingStyle(StrEnum):
    """How players bid, and what becomes contract and nil (docs/rules.md section 9)."""

    STANDARD = "standard"
    SUICIDE = "suicide"
    MIRROR = "mirror"
    WHIZ = "whiz"

    @property
    def counts_spades(self) -> bool:
        """Whether a bid is the number of spades in the hand."""
        return self in (BiddingStyle.MIRROR, BiddingStyle.WHIZ)


TARGETS: Final = range(100, 1001, 50)
"""The points to which a game may be played."""

BAG_LIMITS: Final = range(5, 21)
"""How many bags may cost a penalty."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game. Raises ValueError if a value is not allowed; `peek` and `bidding` may be given by name.

    `target` and `floor` are points, `bag_limit` is a number of bags; `None` turns the bag penalty or the floor off.
    """

    peek: PeekRule = PeekRule.NONE
    bidding: BiddingStyle = BiddingStyle.STANDARD
    target: int = 500
    bag_limit: int | None = 10
    floor: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "peek", PeekRule(self.peek))
        object.__setattr__(self, "bidding", BiddingStyle(self.bidding))
        if any(type(number) not in (int, NoneType) for number in (self.target, self.bag_limit, self.floor)):
            raise ValueError("target, bag limit and floor are whole numbers")
        if self.target not in TARGETS:
            raise ValueError("the target is a multiple of 50 from 100 to 1000")
        if self.bag_limit is not None and self.bag_limit not in BAG_LIMITS:
            raise ValueError("the bag limit is 5 to 20, or none")
        if self.floor is not None and self.floor >= 0:
            raise ValueError("the floor is below zero, or none")
