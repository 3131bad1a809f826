"""The value of a card for later tricks, and its danger to a nil."""

from functools import lru_cache
from typing import Final

from games.engine import Card, Suit

from .cardsets import BIT, SPADES, SUIT_SIZE, CardSet, in_suit
from .knowledge import Knowledge

SPADE_WORTH: Final = (1.0, 0.86, 0.7, 0.56, 0.46, 0.4, 0.36, 0.33, 0.31, 0.29, 0.28, 0.27, 0.26, 0.25)
SIDE_WORTH: Final = (0.56, 0.38, 0.24, 0.12, 0.07, 0.04, 0.03, 0.025, 0.02, 0.016, 0.012, 0.008, 0.004, 0.0)
SAFE_WORTH: Final = (0.95, 0.6, 0.35, 0.2, 0.12, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01, 0.005, 0.0)
"""The tricks that a card may win later, by the number of higher cards of its suit that the opponents can hold.
`SAFE_WORTH` is for a side suit when the opponents have no trumps left."""

UNGUARDED: Final = 0.45  # the factor for a card with fewer lower cards to guard it than higher ones against it
FORCED_OUT: Final = (1.0, 0.85, 0.5, 0.25, 0.15, 0.1, 0.1)
"""The probability that a nil hand has to play its lowest card of a suit, the next lowest and so on."""

TRUMP_DANGER: Final = 1.5


def cost_of_playing(known: Knowledge, card: Card) -> float:
    """Return the later tricks that the hand loses by playing `card` now.

    A lead or a discard also takes a guard from the higher cards of its suit. If it follows suit, a card of the
    opponents goes as well, so the guards are still enough.
    """
    out, bit = known.outstanding, BIT[card.index] >> SUIT_SIZE * card.suit
    side_worth = SIDE_WORTH if out & SPADES else SAFE_WORTH
    worth = SPADE_WORTH if card.suit is Suit.SPADES else side_worth
    held, against = in_suit(known.may_hold[known.hand], card.suit), in_suit(out, card.suit)
    if known.led is card.suit:
        return _card_worth(bit, held, against, worth)
    return suit_worth(held, against, worth) - suit_worth(held & ~bit, against, worth)


@lru_cache(maxsize=1 << 16)
def suit_worth(held: CardSet, against: CardSet, worth: tuple[float, ...]) -> float:
    """Return the tricks that the cards `held` in one suit may win later; in both sets the ace is bit 0."""
    total, rest = 0.0, held
    while rest:
        card = rest & -rest
        total += _card_worth(card, held, against, worth)
        rest ^= card
    return total


def _card_worth(card: CardSet, held: CardSet, against: CardSet, worth: tuple[float, ...]) -> float:
    over = (against & (card - 1)).bit_count()
    guards = (held >> card.bit_length()).bit_count()
    return worth[over] if guards >= over else worth[over] * UNGUARDED


def nil_danger(known: Knowledge, card: Card) -> float:
    """Return how much safer a nil hand is without `card`."""
    held = in_suit(known.may_hold[known.hand], card.suit)
    against = in_suit(known.outstanding, card.suit)
    without = held & ~(BIT[card.index] >> SUIT_SIZE * card.suit)
    trump = TRUMP_DANGER if card.suit is Suit.SPADES else 1.0
    return trump * (suit_exposure(held, against) - suit_exposure(without, against))


@lru_cache(maxsize=1 << 16)
def suit_exposure(held: CardSet, against: CardSet) -> float:
    """Return the danger of a suit to a nil: low cards go first, each as bad as the share of lower ones that are out."""
    total, out = 0.0, against.bit_count() or 1
    for weight in FORCED_OUT:
        if not held:
            break
        total += weight * (against >> held.bit_length()).bit_count() / out
        held ^= 1 << held.bit_length() - 1
    return total
