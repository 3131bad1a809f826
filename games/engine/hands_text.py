"""The cards of a hand in one word, as in PBN, and those of the dummy in the order of its places."""

from collections.abc import Iterable

from .cards import Card, Suit, sort_cards

UNKNOWN = "--"
"""Stands for a place of the dummy whose card is not known."""


def dotted(cards: Iterable[Card]) -> str:
    """Return the ranks of spades, hearts, diamonds and clubs, with dots between the suits: `AK7.QT2..98765`."""
    by_suit = dict.fromkeys(Suit, "")
    for card in sort_cards(cards):
        by_suit[card.suit] += card.rank.letter
    return ".".join(by_suit.values())


def read_dotted(text: str) -> tuple[Card, ...]:
    """Return the cards that `dotted` wrote. Raises ValueError for any other text."""
    suits = text.split(".")
    if len(suits) != len(Suit):
        raise ValueError(f"not four suits with dots between them: {text!r}")
    return tuple(Card.parse(suit.letter + rank) for suit, ranks in zip(Suit, suits, strict=True) for rank in ranks)


def in_line(cards: Iterable[Card | None]) -> str:
    """Return cards in order, two letters each, `--` for one that is not known: `SAH2--CT`."""
    return "".join(UNKNOWN if card is None else str(card) for card in cards)


def read_line(text: str) -> tuple[Card | None, ...]:
    """Return the cards that `in_line` wrote. Raises ValueError for any other text."""
    words = [text[at : at + 2] for at in range(0, len(text), 2)]
    return tuple(None if word == UNKNOWN else Card.parse(word) for word in words)
