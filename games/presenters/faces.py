"""Cards as they lie on the table: faces, suit groups and the rows they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from typing import Final, NamedTuple

from accounts.taste import HandOrder
from games.engine import DECK, Card, HandId, Suit, TableView

from .remembering import language
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
    view: TableView, hand: HandId, cards: tuple[Card, ...], order: HandOrder = HandOrder.ALTERNATING
) -> tuple[SuitGroup, ...]:
    """The cards left in an open hand, by suit: spades, hearts, clubs, diamonds, so that the colours alternate; or
    in the order its player likes better.

    A suit keeps its row and its size to the end of the deal, played out or not, so that nothing jumps.
    """
    suits = _by_suit(cards[::-1] if order is HandOrder.RISING else cards, view.playable if view.to_play == hand else ())
    sizes = _sizes_when_dealt(view, hand, suits)
    upper = upper_row(sizes)
    return tuple(
        [
            _group(suit, 1 if suit in upper else 2, sizes[suit], suits[suit])
            for suit in SUITS_IN_ORDER[order]
            if sizes[suit]
        ]
    )


def dealt_hand(cards: tuple[Card, ...]) -> tuple[SuitGroup, ...]:
    """A hand of thirteen cards by suit, as it lies open after the deal."""
    suits, order = _by_suit(cards, ()), SUITS_IN_ORDER[HandOrder.ALTERNATING]
    return tuple([_group(suit, 1, len(suits[suit]), suits[suit]) for suit in order if suits[suit]])


def _group(suit: Suit, row: int, size: int, cards: list[Face]) -> SuitGroup:
    return SuitGroup(suit.letter.lower(), _suit_names(language())[suit], row, size, tuple(cards))


def _by_suit(cards: Iterable[Card], playable: tuple[Card, ...]) -> list[list[Face]]:
    suits: list[list[Face]] = [[], [], [], []]
    lying, to_play = _faces(language())
    for card in cards:
        suits[card.suit].append((to_play if card in playable else lying)[card.index])
    return suits


@cache
def _suit_names(_in_language: str | None) -> tuple[str, ...]:
    """The four suits in the active language, as headings."""
    return tuple(capital(suit_name(suit)) for suit in Suit)


def _sizes_when_dealt(view: TableView, hand: HandId, suits: list[list[Face]]) -> tuple[int, ...]:
    """How many cards of each suit the hand was dealt: those it has left, and those it has played."""
    sizes = [len(cards) for cards in suits]
    for plays in (view.trick, *[trick.cards for trick in view.tricks]):
        for played in plays:
            if played.hand == hand:
                sizes[played.card.suit] += 1
    return tuple(sizes)


@cache
def upper_row(sizes: tuple[int, ...]) -> frozenset[int]:
    """The suits (0..3) of the upper of two rows, spades among them, so that no suit is split and the rows are even.

    Among equally even ways the one that keeps the suits in their order wins.
    """
    others = chain.from_iterable(combinations((1, 2, 3), size) for size in range(4))
    return min((frozenset({0, *some}) for some in others), key=lambda suits: _unevenness(suits, sizes))


def _unevenness(suits: frozenset[int], sizes: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    above = sum(sizes[suit] for suit in suits)
    longest = max(above, sum(sizes) - above)
    return max(longest, ROW_CAPACITY), tuple(sorted(suits))
