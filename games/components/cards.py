"""Cards on the table: faces, suits in rows, and open hands."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from typing import Final, NamedTuple

from accounts.preferences import HandOrder
from games.components.html import Html, Template, join
from games.engine import DECK, Card, Shape, Suit, shape
from games.presenters.i18n_cache import LazyDict, cached_per_language, language
from games.presenters.words import capital, card_name, rank_label, suit_name

# A phone held upright has room for two rows of seven full touch targets.
ROW_CAPACITY = 7

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
    """The cards of one suit in one hand. `row` (1 or 2) is its row on a phone; `size` its length when dealt."""

    suit: str
    name: str
    row: int
    size: int
    cards: tuple[Face, ...]


def face_of(card: Card) -> Face:
    """Return the face of a card that can't be played."""
    return faces_to_see()[card.index]


def faces_to_see() -> tuple[Face, ...]:
    """Return the faces of all cards, none of them playable, by index."""
    return _faces(language())[False]


@cache
def _faces(_in_language: str | None) -> tuple[tuple[Face, ...], tuple[Face, ...]]:
    """Return the faces of all cards in the active language, sorted: the ones not playable, and the playable ones."""
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
    cards: tuple[Card, ...], dealt: Shape, playable: tuple[Card, ...] = (), order: HandOrder = HandOrder.ALTERNATING
) -> tuple[SuitGroup, ...]:
    """Return the remaining cards of an open hand by suit. `dealt` is the number of cards of each suit dealt.

    The order is spades, hearts, clubs, diamonds, so that the colours alternate, or the one that the player prefers. A
    suit keeps its row and size to the end of the deal, even without cards, so that nothing moves.
    """
    suits = _by_suit(cards[::-1] if order is HandOrder.RISING else cards, playable)
    return tuple([SuitGroup(*about, tuple(suits[suit])) for suit, about in _layout(dealt, order)])


def suit_group(
    suit: Suit,
    cards: tuple[Card, ...],
    dealt: Shape,
    playable: tuple[Card, ...] = (),
    order: HandOrder = HandOrder.ALTERNATING,
) -> SuitGroup | None:
    """Return one suit of what `groups` returns; None for a suit of which nothing was dealt."""
    about = next((about for of, about in _layout(dealt, order) if of is suit), None)
    if about is None:
        return None
    lying, to_play = _faces(language())
    held = [(to_play if card in playable else lying)[card.index] for card in cards if card.suit is suit]
    return SuitGroup(*about, tuple(held[::-1] if order is HandOrder.RISING else held))


def suits_of(dealt: Shape, order: HandOrder = HandOrder.ALTERNATING) -> tuple[str, ...]:
    """Return the suits that a hand was dealt, as letters in this order."""
    return tuple([about[0] for _suit, about in _layout(dealt, order)])


def dealt_hand(cards: tuple[Card, ...]) -> tuple[SuitGroup, ...]:
    """Return a hand of thirteen cards by suit, as shown after the deal."""
    return groups(cards, shape(cards))


@cached_per_language
def _layout(sizes: Shape, order: HandOrder) -> tuple[tuple[Suit, tuple[str, str, int, int]], ...]:
    """Return the suits of a hand in order, with their letters, names, rows and sizes."""
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
    """Return the four suits in the active language, as headings."""
    return tuple(capital(suit_name(suit)) for suit in Suit)


@cache
def upper_row(sizes: Shape) -> frozenset[int]:
    """Return the suits (0..3) of the upper of two rows, spades included, so that no suit is split and the rows are
    even.

    Of equally even layouts the one that keeps the order of suits is used.
    """
    others = chain.from_iterable(combinations((1, 2, 3), size) for size in range(4))
    return min((frozenset({0, *some}) for some in others), key=lambda suits: _unevenness(suits, sizes))


def _unevenness(suits: frozenset[int], sizes: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    above = sum(sizes[suit] for suit in suits)
    longest = max(above, sum(sizes) - above)
    return max(longest, ROW_CAPACITY), tuple(sorted(suits))


_FACE = Template(
    '<span class="card {suit} r{rank}" role="img" aria-label="{name}"><b aria-hidden="true">{rank}</b></span>'
)
_LYING = Template("<li>{face}</li>")


def _draw_face(shown: Face) -> Html:
    return _FACE(suit=shown.suit, rank=shown.rank, name=shown.name)


_faces_drawn = LazyDict[Face, Html](_draw_face)
_lying_drawn = LazyDict[Face, Html](lambda shown: _LYING(face=face(shown)))


def face(shown: Face) -> Html:
    """Draw a card face up."""
    return _faces_drawn[shown]


def lying(shown: Face) -> Html:
    """Draw a card of a hand that is not played from."""
    return _lying_drawn[shown]


_LINE = Template('<p><span class="pip {suit}" role="img" aria-label="{name}"></span> {ranks}</p>')
_RANK = Template('<span class="rank {suit}">{rank}</span> ')


@cached_per_language
def laid_open(cards: tuple[Card, ...]) -> Html:
    """Draw a hand of thirteen cards shown after the deal, one line for each suit."""
    return join(
        _LINE(
            suit=group.suit, name=group.name, ranks=join(_RANK(suit=card.suit, rank=card.rank) for card in group.cards)
        )
        for group in dealt_hand(cards)
    )
