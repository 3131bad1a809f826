"""Cards on the table: faces, suits in rows, and open hands."""

from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, pairwise
from typing import Final, NamedTuple

from accounts.preferences import HandOrder
from games.components.html import NOTHING, Html, Template, join
from games.engine import DECK, Card, Shape, Suit, shape
from games.words.language_cache import LazyDict, cached_per_language, language
from games.words.names import capital, card_name, rank_label, suit_name

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
    above, below = _rows(upper_row(dealt), dealt, order)
    row = 1 if suit in above else 2
    apart = suit in _after_their_colour(above if row == 1 else below)
    return suit.letter.lower(), capital(suit_name(suit)), row, apart, dealt[suit]


@cache
def suits_of(dealt: Shape, order: HandOrder = HandOrder.ALTERNATING) -> tuple[str, ...]:
    """Return the suits that a hand was dealt, as letters in the order that the player prefers.

    The usual one is spades, hearts, clubs, diamonds, so that the colours alternate.
    """
    return tuple(suit.letter.lower() for suit in SUITS_IN_ORDER[order] if dealt[suit])


@cache
def upper_row(sizes: Shape) -> frozenset[int]:
    """Return the suits (0..3) of the upper of two rows, spades included: no suit is split, and the rows are even.

    Of equally even layouts one is used in which no suit lies beside another one of its colour, if there is any, and of
    these the one that keeps the order of suits.
    """
    others = chain.from_iterable(combinations((1, 2, 3), size) for size in range(4))
    return min((frozenset({0, *some}) for some in others), key=lambda suits: _unevenness(suits, sizes))


def _unevenness(suits: frozenset[int], sizes: Shape) -> tuple[int, int, tuple[int, ...]]:
    above = sum(sizes[suit] for suit in suits)
    longest = max(above, sum(sizes) - above)
    alike = sum(len(_after_their_colour(row)) for row in _rows(suits, sizes, HandOrder.ALTERNATING))
    return max(longest, ROW_CAPACITY), alike, tuple(sorted(suits))


def _rows(upper: frozenset[int], sizes: Shape, order: HandOrder) -> tuple[list[Suit], list[Suit]]:
    """Return the suits that were dealt, row by row in their order."""
    dealt = [suit for suit in SUITS_IN_ORDER[order] if sizes[suit]]
    return [suit for suit in dealt if suit in upper], [suit for suit in dealt if suit not in upper]


def _after_their_colour(row: list[Suit]) -> list[Suit]:
    """Return the suits of a row that follow one of the same colour."""
    return [suit for before, suit in pairwise(row) if (before in _RED) == (suit in _RED)]


_FACE = Template(
    '<span class="card {suit} r{rank}" role="img" aria-label="{name}"><b aria-hidden="true">{rank}</b></span>'
)
_LYING = Template("<li>{face}</li>")
_ROW = Template('<ul class="row-{row}">{cards}</ul>')
_TURNED_UP = Template('<li class="{suit}{first}">{face}</li>')

_faces_drawn = LazyDict[Face, Html](lambda shown: _FACE(suit=shown.suit, rank=shown.rank, name=shown.name))

lying: Final = LazyDict[Face, Html](lambda shown: _LYING(face=face(shown)))
"""Each card as one of a hand that is not played from."""


def face(shown: Face) -> Html:
    """Draw a card face up."""
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
