"""Worlds: random distributions of the hidden cards that agree with what a player knows, and their likelihood."""

from typing import Final

import numpy as np

from .compiling import Floats, Ints, count, draw, pick_subset, uncounted
from .evidence import likelihood
from .position import SPADES

# Offsets in a player's knowledge; all but the first with one number a seat.
POOL: Final = 0  # the cards whose place is hidden
KNOWN: Final = 1  # the cards known to be there
MISSING: Final = 5  # how many more there are
ALLOWED: Final = 9  # which cards may be among these
SPADE_COUNT: Final = 13  # how many of these are spades, -1 if unknown


@uncounted
def deal_hidden(knowledge: Ints, hands: Ints, rng: Ints) -> None:
    """Fill in the four hands of a random world; all worlds that agree with the knowledge are equally likely.

    Relies on this: a suit is ruled out of a hand only after the dummy is exposed, so that only two hands are hidden.
    """
    pool = knowledge[POOL]
    for seat in range(4):
        hands[seat] = knowledge[KNOWN + seat]
        if knowledge[MISSING + seat]:
            forced = knowledge[POOL] & ~_allowed_elsewhere(knowledge, seat)
            hands[seat] |= forced
            pool &= ~forced
    for counted in (True, False):
        for seat in range(4):
            drawn = hands[seat] ^ knowledge[KNOWN + seat]
            missing = knowledge[MISSING + seat] - count(drawn)
            spades = knowledge[SPADE_COUNT + seat] - count(drawn & SPADES)
            if missing and (spades >= 0) == counted:
                chosen = _draw_cards(pool, missing, spades, rng)
                hands[seat] |= chosen
                pool &= ~chosen


@uncounted
def _draw_cards(pool: int, missing: int, spades: int, rng: Ints) -> int:
    """Return random cards of the pool, with so many spades among them unless the number is negative."""
    if spades < 0:
        return pick_subset(rng, pool, missing)
    chosen = pick_subset(rng, pool & SPADES, spades)
    return chosen | pick_subset(rng, pool & ~SPADES, missing - spades)


@uncounted
def _allowed_elsewhere(knowledge: Ints, seat: int) -> int:
    cards = 0
    for other in range(4):
        if other != seat and knowledge[MISSING + other]:
            cards |= knowledge[ALLOWED + other]
    return cards


def empty_knowledge() -> Ints:
    """Return knowledge of zeros, to be filled in."""
    return np.zeros(SPADE_COUNT + 4, dtype=np.int64)


@uncounted
def sample_worlds(knowledge: Ints, evidence: Ints, choices: Ints, worlds: Ints, weights: Floats, rng: Ints) -> None:
    """Fill in `worlds`, a row each, and `weights`, the running sum of their likelihoods."""
    total = 0.0
    for number in range(worlds.shape[0]):
        deal_hidden(knowledge, worlds[number], rng)
        total += likelihood(worlds[number], evidence, choices)
        weights[number] = total


@uncounted
def pick_world(weights: Floats, rng: Ints) -> int:
    """Return the index of a random world, chosen in proportion to its likelihood."""
    return np.searchsorted(weights, weights[-1] * (draw(rng) / 2147483648.0))
