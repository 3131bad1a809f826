"""Pictures of hands, tricks and tables as SVG, which notebooks show. They have no script, no style and no link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from .cards import Card, Suit, sort_cards
from .diagrams import Diagram, Seat, hidden_text, name_of

if TYPE_CHECKING:
    from .events import CardPlayed

WIDTH: Final = 36
HEIGHT: Final = 50
STEP: Final = 22
"""How far a card is beside the one that it covers."""

TEXT: Final = 16
HAND_WIDTH: Final = 12 * STEP + WIDTH
TABLE: Final = (3 * HAND_WIDTH, 3 * HEIGHT + 4 * TEXT + 160)

_SYMBOLS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_COLOURS: Final = {Suit.SPADES: "#111", Suit.HEARTS: "#b3261e", Suit.DIAMONDS: "#b3261e", Suit.CLUBS: "#111"}
_TRICK_PLACES: Final = ((0, 1), (-1, 0), (0, -1), (1, 0))
"""Where the cards of South, West, North and East are in a trick, in steps to the right and down."""


class Picture(str):
    """The text of an SVG picture, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def hand_picture(cards: Sequence[Card]) -> Picture:
    """Return a picture of cards in a row, sorted."""
    return _picture(max(1, len(cards) - 1) * STEP + WIDTH, HEIGHT, _row(cards, 0, 0))


def trick_picture(trick: Sequence[CardPlayed], order: Sequence[int]) -> Picture:
    """Return a picture of a trick, with the hands of this order at South, West, North and East."""
    width, height = 3 * WIDTH, 3 * HEIGHT
    return _picture(width, height, _trick(trick, order, width / 2, height / 2))


def table_picture(diagram: Diagram) -> Picture:
    """Return a picture of the four hands around the trick, with the facts below."""
    width, height = TABLE
    top, middle, bottom = 0, HEIGHT + 2 * TEXT + 20, 2 * (HEIGHT + TEXT + 20) + TEXT
    at = ((HAND_WIDTH, bottom), (0, middle), (HAND_WIDTH, top), (2 * HAND_WIDTH, middle))
    hands = chain.from_iterable(_seat(seat, *place) for seat, place in zip(diagram.seats, at, strict=True))
    trick = _trick(diagram.trick, [seat.hand for seat in diagram.seats], width / 2, middle + TEXT + HEIGHT / 2)
    first = height - TEXT * len(diagram.facts)
    facts = (_text(0, first + TEXT * number, fact) for number, fact in enumerate(diagram.facts))
    return _picture(width, height, chain(hands, trick, facts))


def _picture(width: float, height: float, parts: Iterator[str]) -> Picture:
    inside = "".join(parts)
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {width + 4:g} {height + 4:g}" width="{width + 4:g}"'
        f' height="{height + 4:g}" font-family="sans-serif" font-size="{TEXT - 3}">{inside}</svg>'
    )


def _seat(seat: Seat, x: float, y: float) -> Iterator[str]:
    yield _text(x, y + TEXT - 4, name_of(seat))
    if seat.cards is not None:
        yield from _row(seat.cards, x, y + TEXT)
        return
    yield _text(x, y + 2 * TEXT, hidden_text(seat))
    yield from _row([card for _place, card in seat.seen], x + 80, y + TEXT)


def _row(cards: Sequence[Card], x: float, y: float) -> Iterator[str]:
    return chain.from_iterable(_card(card, x + STEP * at, y) for at, card in enumerate(sort_cards(cards)))


def _trick(trick: Sequence[CardPlayed], order: Sequence[int], x: float, y: float) -> Iterator[str]:
    """Yield the cards of a trick around this point, in the order in which they were played."""
    for played in trick:
        right, down = _TRICK_PLACES[order.index(played.hand)]
        yield from _card(played.card, x + (right * 1.05 - 0.5) * WIDTH, y + (down * 0.7 - 0.5) * HEIGHT)


def _card(card: Card, x: float, y: float) -> Iterator[str]:
    yield (
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="4" fill="#fff" stroke="#555">'
        f"<title>{card}</title></rect>"
    )
    rank = "10" if card.rank.letter == "T" else card.rank.letter
    for row, sign in enumerate((rank, _SYMBOLS[card.suit])):
        yield _text(x + 3, y + TEXT * (row + 1) - 2, sign, _COLOURS[card.suit])


def _text(x: float, y: float, text: str, colour: str = "#333") -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{colour}">{text}</text>'
