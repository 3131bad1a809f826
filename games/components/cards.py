"""Cards on the table: faces, suits in rows, and open hands."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from accounts.base.choices import HandOrder
from games.components.html import NOTHING, Html, Template, join
from games.engine import DECK, Card, Shape, Suit, shape
from games.words.language_cache import LazyDict, cached_per_language, language
from games.words.names import SUIT_SIGNS, capital, card_name, rank_label, suit_name

# A phone held upright has room for two rows of seven full touch targets.
ROW_CAPACITY = 7

_RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})

SUITS_IN_ORDER: Final = {
    HandOrder.ALTERNATING: (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS),
    HandOrder.BY_SUIT: (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS),
    HandOrder.RISING: (Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS, Suit.SPADES),
}


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A card face up. `code` is "SA", `suit` "s", `rank` "A", `name` "Ace of spades".

    There is one for each card, playable or not, in each language, so faces compare by identity.
    """

    code: str
    suit: str
    rank: str
    name: str
    playable: bool = False

    @property
    def sign(self) -> str:
        """The suit in the text of a page, for readers without the style sheet, which draws it otherwise."""
        return SUIT_SIGNS[self.suit]


class SuitGroup(NamedTuple):
    """The cards of one suit in one hand. `row` (1 or 2) is its row on a phone; `size` its length when dealt.

    `apart` says that the suit before it in that row has the same colour.
    """

    suit: str
    name: str
    row: int
    apart: bool
    size: int
    cards: tuple[Face, ...]


def face_of(card: Card) -> Face:
    """Return the face of a card that can't be played."""
    return _faces(language())[False][card.index]


@cache
def _faces(_in_language: str | None) -> tuple[tuple[Face, ...], ...]:
    """Return the faces of all cards in the active language, sorted: the ones not playable, and the playable ones."""
    return tuple(
        tuple(
            Face(str(card), card.suit.letter.lower(), rank_label(card.rank), capital(card_name(card)), playable)
            for card in DECK
        )
        for playable in (False, True)
    )


def suit_group(
    suit: Suit,
    cards: tuple[Card, ...],
    dealt: Shape,
    playable: tuple[Card, ...] = (),
    order: HandOrder = HandOrder.ALTERNATING,
) -> SuitGroup | None:
    """Return the remaining cards of one suit of an open hand; None for a suit of which nothing was dealt.

    `dealt` is the number of cards of each suit dealt. A suit keeps its row and size to the end of the deal, even
    without cards, so that nothing moves.
    """
    if not dealt[suit]:
        return None
    to_see, to_play = _faces(language())
    held = [(to_play if card in playable else to_see)[card.index] for card in cards if card.suit is suit]
    return SuitGroup(*_heading(suit, dealt, order), tuple(held[::-1] if order is HandOrder.RISING else held))


@cached_per_language
def _heading(suit: Suit, dealt: Shape, order: HandOrder) -> tuple[str, str, int, bool, int]:
    above = upper_row(dealt, order)
    beside = [other for other in SUITS_IN_ORDER[order] if dealt[other] and (other in above) == (suit in above)]
    apart = suit in _after_their_colour(beside)
    return suit.letter.lower(), capital(suit_name(suit)), 1 if suit in above else 2, apart, dealt[suit]


@cache
def suits_of(dealt: Shape, order: HandOrder = HandOrder.ALTERNATING) -> tuple[str, ...]:
    """Return the suits that a hand was dealt, as letters in the order that the player prefers.

    The usual one is spades, hearts, clubs, diamonds, so that the colours alternate.
    """
    return tuple(suit.letter.lower() for suit in SUITS_IN_ORDER[order] if dealt[suit])


def in_order(cards: Iterable[Card], order: HandOrder = HandOrder.ALTERNATING) -> list[Card]:
    """Return the cards as a hand shows them: by suits in this order, from high to low or from low to high."""
    suits, ascending = SUITS_IN_ORDER[order], 1 if order is HandOrder.RISING else -1
    return sorted(cards, key=lambda card: (suits.index(card.suit), ascending * card.rank))


@cache
def upper_row(sizes: Shape, order: HandOrder = HandOrder.ALTERNATING) -> frozenset[Suit]:
    """Return the suits of the upper of two rows: the first ones in the order, so that a hand has it in rows as in one.

    No suit is split. Two suits are in the upper row, or one or three if that keeps the longer row shorter.
    """
    suits = SUITS_IN_ORDER[order]

    def longer_row(count: int) -> int:
        above = sum(sizes[suit] for suit in suits[:count])
        return max(above, sum(sizes) - above, ROW_CAPACITY)

    return frozenset(suits[: min((2, 1, 3), key=longer_row)])


def _after_their_colour(row: list[Suit]) -> list[Suit]:
    """Return the suits of a row that follow one of the same colour."""
    return [suit for before, suit in pairwise(row) if (before in _RED) == (suit in _RED)]


_FACE = Template('<span class="card {suit} r{rank}" role="img" aria-label="{name}"><b>{rank}<i>{sign}</i></b></span>')
_ITEM = Template("<li>{face}</li>")
_ROW = Template('<ul class="row-{row}" translate="no">{cards}</ul>')
_TURNED_UP = Template('<li class="{suit}{first}">{face}</li>')

_faces_drawn = LazyDict[Face, Html](
    lambda shown: _FACE(suit=shown.suit, rank=shown.rank, sign=shown.sign, name=shown.name)
)

unplayable: Final = LazyDict[Face, Html](lambda shown: _ITEM(face=face(shown)))
"""Each card as one of a hand that is not played from."""


def face(shown: Face) -> Html:
    """Draw a card face up. Its container has `translate="no"`: translation programs would take "A" for a word."""
    return _faces_drawn[shown]


@cached_per_language
def laid_open(cards: tuple[Card, ...]) -> Html:
    """Draw a hand of thirteen cards shown after the deal, by suits in two rows; the style sheet may make them one."""
    dealt, rows = shape(cards), {1: NOTHING, 2: NOTHING}
    for suit in SUITS_IN_ORDER[HandOrder.ALTERNATING]:
        if group := suit_group(suit, cards, dealt):
            faces = [
                _TURNED_UP(suit=group.suit, first="" if place else " first", face=face(card))
                for place, card in enumerate(group.cards)
            ]
            rows[group.row] = join([rows[group.row], *faces])
    return join([_ROW(row=row, cards=drawn) for row, drawn in rows.items() if drawn])
