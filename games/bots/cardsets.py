"""Sets of cards as 52-bit integers, for speed.

A card is bit number `card.index`, so each suit takes 13 adjacent bits, with the ace as the lowest.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from games.engine import DECK, Card, Suit

CardSet: TypeAlias = int

SUIT_SIZE: Final = 13
ONE_SUIT: Final[CardSet] = (1 << SUIT_SIZE) - 1
WHOLE_DECK: Final[CardSet] = (1 << len(DECK)) - 1
OF_SUIT: Final[tuple[CardSet, ...]] = tuple(ONE_SUIT << SUIT_SIZE * suit for suit in Suit)
SPADES: Final[CardSet] = OF_SUIT[Suit.SPADES]
BIT: Final[tuple[CardSet, ...]] = tuple(1 << index for index in range(len(DECK)))
HIGHER: Final[tuple[CardSet, ...]] = tuple(OF_SUIT[card.suit] & (BIT[card.index] - 1) for card in DECK)
"""The higher cards of the same suit, by card index."""


def card_set(cards: Iterable[Card]) -> CardSet:
    """Return the set of these cards."""
    bits = 0
    for card in cards:
        bits |= BIT[card.index]
    return bits


def in_suit(cards: CardSet, suit: Suit) -> CardSet:
    """Return the cards of one suit in the lowest 13 bits: ace is bit 0, two is bit 12."""
    return cards >> SUIT_SIZE * suit & ONE_SUIT


def beating(card: Card, led: Suit) -> CardSet:
    """Return the cards that win over `card` in a trick with this suit led."""
    if card.suit is Suit.SPADES:
        return HIGHER[card.index]
    return SPADES | (HIGHER[card.index] if card.suit is led else OF_SUIT[led])
