"""Random numbers in compiled code. The state of a generator is a parameter, so that equal seeds give equal results."""

import numpy as np

from .compiling import Ints, count, uncounted


def rng_from_seed(seed: int) -> Ints:
    """Return the state of a generator for any integer."""
    return np.array([seed % (1 << 62) | 1], dtype=np.int64)


@uncounted
def draw(rng: Ints) -> int:
    """Return a random number of 31 bits (xorshift)."""
    x = rng[0]
    x ^= x << 13
    x ^= (x >> 7) & 0x01FFFFFFFFFFFFFF
    x ^= x << 17
    rng[0] = x
    return (x >> 20) & 0x7FFFFFFF


@uncounted
def below(rng: Ints, bound: int) -> int:
    """Return a random number from 0 to bound - 1."""
    return (draw(rng) * bound) >> 31


@uncounted
def pick(rng: Ints, cards: int) -> int:
    """Return a random card of a set that is not empty."""
    for _ in range(below(rng, count(cards))):
        cards &= cards - 1
    return cards & -cards


@uncounted
def pick_subset(rng: Ints, cards: int, number: int) -> int:
    """Return a random subset of `number` cards, each subset equally likely."""
    left, chosen = count(cards), 0
    while number:
        card = cards & -cards
        cards ^= card
        if below(rng, left) < number:
            chosen |= card
            number -= 1
        left -= 1
    return chosen
