"""The 52 cards: suits, ranks, notation and sorting.

There is one object for each of the 52 cards, so cards are compared and hashed by identity.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from operator import attrgetter
from typing import TypeAlias


class Suit(IntEnum):
    """The four suits in sorting order: spades, hearts, diamonds, clubs."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        return "SHDC"[self]


class Rank(IntEnum):
    """The ranks from two to ace; a higher rank is a greater number."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return "23456789TJQKA"[self - 2]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the 52 cards; `index` is its place in a sorted pack (suits S H D C, ranks high to low), 0 to 51.

    Take cards from `DECK` or `Card.parse` and never call the constructor, because cards are compared by identity.
    """

    suit: Suit
    rank: Rank
    index: int

    def __str__(self) -> str:
        return _NAMES[self.index]

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, ...]:
        return (Card.parse, (str(self),))

    @staticmethod
    def parse(text: str) -> "Card":
        """Return the card written as suit then rank, `"SA"` or `"HT"`. Raises ValueError for any other text."""
        try:
            return _BY_NAME[text]
        except (KeyError, TypeError):
            raise ValueError(f"not a card: {text!r}") from None


_NAMES = tuple(suit.letter + rank.letter for suit in Suit for rank in reversed(Rank))

DECK: tuple[Card, ...] = tuple(Card(suit, rank, 13 * suit + 14 - rank) for suit in Suit for rank in reversed(Rank))
"""All 52 cards, sorted: spades, hearts, diamonds, clubs, each from ace to two."""

_BY_NAME = {str(card): card for card in DECK}


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards in the order of `DECK`: spades first, each suit high to low (docs/rules.md section 6)."""
    return tuple(sorted(cards, key=attrgetter("index")))


Shape: TypeAlias = tuple[int, int, int, int]
"""The numbers of spades, hearts, diamonds and clubs in a hand."""


@lru_cache(maxsize=8192)
def shape(cards: tuple[Card, ...]) -> Shape:
    """Return how many spades, hearts, diamonds and clubs there are."""
    suits = [card.suit for card in cards]
    return suits.count(Suit.SPADES), suits.count(Suit.HEARTS), suits.count(Suit.DIAMONDS), suits.count(Suit.CLUBS)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards written with spaces between: `"SA HT C2"`. Raises ValueError as `Card.parse` does."""
    return tuple(Card.parse(word) for word in text.split())
