"""Cards as they lie on the table: faces, suit groups and the rows they stand in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from typing import Final, NamedTuple

from accounts.preferences import HandOrder
from games.engine import DECK, Card, Shape, Suit, shape
from games.presenters.i18n_cache import language, remembered

from .words import capital, card_name, rank_label, suit_name

# Two rows of seven full touch targets are what a phone held upright has room for.
ROW_CAPACITY = 7

SUITS_IN_ORDER: Final = {
    HandOrder.ALTERNATING: (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS),
    HandOrder.BY_SUIT: (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS),
    HandOrder.RISING: (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES),
}


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A card that may be seen. `code` is "SA", `suit` "s", `rank` "A", `name` "Ace of spades".

    There is one for each card, playable or not, in each language, so they compare by identity.
    """

    code: str
    suit: str
    rank: str
    name: str
    playable: bool = False


class SuitGroup(NamedTuple):
    """The cards of one suit in one hand. `row` (1 or 2) is where a phone puts it; `size` its length when dealt."""

    suit: str
    name: str
    row: int
    size: int
    cards: tuple[Face, ...]


def face(card: Card) -> Face:
    """The face of a card to look at."""
    return faces_to_see()[card.index]


def faces_to_see() -> tuple[Face, ...]:
    """The faces of all cards to look at, by index."""
    return _faces(language())[False]


@cache
def _faces(_in_language: str | None) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
    """The faces of all cards in the active language, sorted: those to look at, and those to play."""
    return tuple(_face(card, False) for card in DECK), tuple(_face(card, True) for card in DECK)


def _face(card: Card, playable: bool) -> Face:
    return Face(
        code=str(card),
        suit=card.suit.letter.lower(),
        rank=rank_label(card.rank),
        name=capital(card_name(card)),
        playable=playable,
    )


def groups(
    cards: tuple[Card, ...],
    dealt: Shape,
    playable: tuple[Card, ...] = (),
    order: HandOrder = HandOrder.ALTERNATING,
) -> tuple[SuitGroup, ...]:
    """The cards left of an open hand that was `dealt` so many of each suit: spades, hearts, clubs, diamonds, so that
    the colours alternate; or in the order its player likes better.

    A suit keeps its row and its size to the end of the deal, played out or not, so that nothing jumps.
    """
    suits = _by_suit(cards[::-1] if order is HandOrder.RISING else cards, playable)
    return tuple([SuitGroup(*about, tuple(suits[suit])) for suit, about in _layout(dealt, order)])


def dealt_hand(cards: tuple[Card, ...]) -> tuple[SuitGroup, ...]:
    """A hand of thirteen cards by suit, as it lies open after the deal."""
    return groups(cards, shape(cards))


@remembered
def _layout(sizes: Shape, order: HandOrder) -> tuple[tuple[Suit, tuple[str, str, int, int]], ...]:
    """The suits of a hand in order, with their letters, names, rows and sizes."""
    upper, names = upper_row(sizes), _suit_names(language())
    return tuple(
        (suit, (suit.letter.lower(), names[suit], 1 if suit in upper else 2, sizes[suit]))
        for suit in SUITS_IN_ORDER[order]
        if sizes[suit]
    )


def _by_suit(cards: tuple[Card, ...], playable: tuple[Card, ...]) -> list[list[Face]]:
    suits: list[list[Face]] = [[], [], [], []]
    lying, to_play = _faces(language())
    for card in cards:
        suits[card.suit].append((to_play if card in playable else lying)[card.index])
    return suits


@cache
def _suit_names(_in_language: str | None) -> tuple[str, ...]:
    """The four suits in the active language, as headings."""
    return tuple(capital(suit_name(suit)) for suit in Suit)


@cache
def upper_row(sizes: Shape) -> frozenset[int]:
    """The suits (0..3) of the upper of two rows, spades among them, so that no suit is split and the rows are even.

    Among equally even ways the one that keeps the suits in their order wins.
    """
    others = chain.from_iterable(combinations((1, 2, 3), size) for size in range(4))
    return min((frozenset({0, *some}) for some in others), key=lambda suits: _unevenness(suits, sizes))


def _unevenness(suits: frozenset[int], sizes: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    above = sum(sizes[suit] for suit in suits)
    longest = max(above, sum(sizes) - above)
    return max(longest, ROW_CAPACITY), tuple(sorted(suits))
