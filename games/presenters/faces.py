"""Cards as they lie on the table: faces, suit groups and the rows they stand in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from games.engine import Card, HandId, Suit, TableView

from .words import capital, card_name, rank_label, suit_name

# Two rows of seven full touch targets are what a phone held upright has room for.
ROW_CAPACITY = 7


@dataclass(frozen=True, slots=True)
class Face:
    """A card that may be seen. `code` is "SA", `suit` "s", `rank` "A", `name` "Ace of spades"."""

    code: str
    suit: str
    rank: str
    name: str
    playable: bool = False


@dataclass(frozen=True, slots=True)
class SuitGroup:
    """The cards of one suit in one hand. `row` (1 or 2) is where a phone puts it; `size` its length when dealt."""

    suit: str
    name: str
    row: int
    size: int
    cards: tuple[Face, ...]


def face(card: Card, playable: Collection[Card] = ()) -> Face:
    """The face of a card, raised if it is among the playable ones."""
    return Face(
        code=str(card),
        suit=card.suit.letter.lower(),
        rank=rank_label(card.rank),
        name=capital(card_name(card)),
        playable=card in playable,
    )


def groups(view: TableView, hand: HandId, cards: Sequence[Card]) -> tuple[SuitGroup, ...]:
    """The cards left in an open hand, by suit: spades, hearts, clubs, diamonds, so that the colours alternate.

    A suit keeps its row and its size to the end of the deal, played out or not, so that nothing jumps.
    """
    playable = view.playable if view.to_play == hand else ()
    dealt = {*cards, *_played_from(view, hand)}
    sizes = [sum(card.suit is suit for card in dealt) for suit in Suit]
    upper = upper_row(sizes)
    return tuple(
        SuitGroup(
            suit=suit.letter.lower(),
            name=capital(suit_name(suit)),
            row=1 if suit in upper else 2,
            size=sizes[suit],
            cards=tuple(face(card, playable) for card in cards if card.suit is suit),
        )
        for suit in (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
        if sizes[suit]
    )


def upper_row(sizes: Sequence[int]) -> frozenset[int]:
    """The suits (0..3) of the upper of two rows, spades among them, so that no suit is split and the rows are even.

    Among equally even ways the one that keeps the suits in their order wins.
    """
    others = chain.from_iterable(combinations((1, 2, 3), size) for size in range(4))
    return min((frozenset({0, *some}) for some in others), key=lambda suits: _unevenness(suits, sizes))


def _unevenness(suits: frozenset[int], sizes: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    above = sum(sizes[suit] for suit in suits)
    longest = max(above, sum(sizes) - above)
    return max(longest, ROW_CAPACITY), tuple(sorted(suits))


def _played_from(view: TableView, hand: HandId) -> Iterable[Card]:
    plays = chain(chain.from_iterable(trick.cards for trick in view.tricks), view.trick)
    return (played.card for played in plays if played.hand == hand)
