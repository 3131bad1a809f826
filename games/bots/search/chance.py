"""Random numbers whose state is handed in, so that equal seeds think equal thoughts."""

from __future__ import annotations

import numpy as np

from .compiling import Ints, compiled, count


def seeded(seed: int) -> Ints:
    """The state of a generator, from any whole number."""
    return np.array([seed % (1 << 62) | 1], dtype=np.int64)


@compiled
def draw(chance: Ints) -> int:
    """A random number of 31 bits (xorshift)."""
    x = chance[0]
    x ^= x << 13
    x ^= (x >> 7) & 0x01FFFFFFFFFFFFFF
    x ^= x << 17
    chance[0] = x
    return (x >> 20) & 0x7FFFFFFF


@compiled
def below(chance: Ints, bound: int) -> int:
    """A random number from 0 to bound - 1."""
    return (draw(chance) * bound) >> 31


@compiled
def pick(chance: Ints, cards: int) -> int:
    """A random card of a set that is not empty."""
    for _ in range(below(chance, count(cards))):
        cards &= cards - 1
    return cards & -cards


@compiled
def pick_some(chance: Ints, cards: int, number: int) -> int:
    """A random subset of so many cards, each equally likely."""
    left, chosen = count(cards), 0
    while number:
        card = cards & -cards
        cards ^= card
        if below(chance, left) < number:
            chosen |= card
            number -= 1
        left -= 1
    return chosen
