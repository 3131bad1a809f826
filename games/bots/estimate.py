"""Estimates of a hand before the play: the tricks it takes on average, and its chance to take none.

The numbers come from a regression over some ten thousand deals played by these bots. If both hands of a side are known,
they predict its tricks with a standard error of one trick.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from games.engine import DECK, Card, Suit, shape

SPADE_TRICKS: Final = (1.45, 1.14, 0.87, 0.63, 0.45, 0.37, 0.32, 0.3, 0.28, 0.26, 0.24, 0.24, 0.24)
SIDE_TRICKS: Final = (1.08, 0.67, 0.25, 0.07, 0.01, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""The tricks that a card is worth to its side, from ace to two; the whole pack is worth 13 tricks."""

SHORTNESS: Final = (0.55, 0.29, 0.09)
"""The tricks that a side suit of no, one or two cards adds for each spade that may ruff it, up to three spades."""

LONG_SPADE: Final = 0.5  # the tricks that each spade after the fourth adds
AVERAGE_SHAPE: Final = 0.53  # the tricks that short suits and long spades add in an average hand

SAFE_RANKS: Final = (3, 5, 7, 9)
EXPOSURE: Final = (0.2, 0.17, 0.1, 0.05)
"""For the lowest four cards of a nil hand's side suit: the highest safe rank, and the log-odds of each rank above."""

SHORT: Final = 0.3  # the log-odds cost of a suit of fewer than two cards, which leaves no choice


def card_tricks(cards: Sequence[Card]) -> float:
    """Return the tricks that these cards are worth, whatever else is in the hand."""
    return sum(_VALUE[card.index] for card in cards)


def hand_tricks(hand: Sequence[Card]) -> float:
    """Return the tricks that a whole hand of 13 takes on average, its shape included."""
    spades, *others = shape(tuple(hand))
    by_shape = sum(SHORTNESS[length] for length in others if length < 3) * min(spades, 3)
    by_shape += LONG_SPADE * max(0, spades - 4)
    return max(0.0, card_tricks(hand) + by_shape - AVERAGE_SHAPE)


def partly_seen_tricks(seen: Sequence[Card], own: Sequence[Card]) -> float:
    """Return the tricks that another whole hand takes, if only its cards `seen` and the hand `own` are known."""
    elsewhere = len(DECK) - len(own) - len(seen)
    unseen_card = (card_tricks(DECK) - card_tricks(own) - card_tricks(seen)) / elsewhere
    return max(0.0, card_tricks(seen) + (13 - len(seen)) * unseen_card)


def nil_chance(hand: Sequence[Card]) -> float:
    """Return the chance that a nil on this hand is made, if the opponents try to set it."""
    spades = sorted(card.rank for card in hand if card.suit is Suit.SPADES)
    if 14 in spades:
        return 0.0
    odds = 1.5 - 0.08 * len(spades) - 0.26 * sum(max(0, rank - 8) for rank in spades)
    for suit in (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS):
        odds -= _exposure(sorted(card.rank for card in hand if card.suit is suit))
    return 1 / (1 + exp(-odds))


def _exposure(ranks: Sequence[int]) -> float:
    """Return the log-odds that a side suit costs a nil: its low cards are forced out first, a short suit has none."""
    steps = zip(ranks, SAFE_RANKS, EXPOSURE, strict=False)
    return sum(weight * max(0, rank - safe) for rank, safe, weight in steps) + (SHORT if len(ranks) < 2 else 0.0)


_VALUE: Final = tuple((SPADE_TRICKS if card.suit is Suit.SPADES else SIDE_TRICKS)[14 - card.rank] for card in DECK)
