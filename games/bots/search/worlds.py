"""Worlds: random distributions of the hidden cards that agree with what a player knows."""

from typing import Final

import numpy as np

from .compiling import Ints, compiled, count
from .position import SPADES
from .rng import pick_subset

# Offsets in a player's knowledge. The first number is the set of cards whose place is hidden. Then follow, by seat: the
# cards known to be there, how many more there are, which cards may be among these, and how many of these are spades
# (-1: unknown).
POOL: Final = 0
KNOWN: Final = 1
MISSING: Final = 5
ALLOWED: Final = 9
SPADE_COUNT: Final = 13
SIZE: Final = 17


@compiled
def deal_hidden(knowledge: Ints, hands: Ints, rng: Ints) -> None:
    """Fill in the four hands of a random world; all worlds that agree with the knowledge are equally likely.

    Relies on this: a suit is ruled out of a hand only after the dummy is exposed, so that only two hands are hidden.
    """
    pool = knowledge[POOL]
    missing, spades = knowledge[MISSING : MISSING + 4].copy(), knowledge[SPADE_COUNT : SPADE_COUNT + 4].copy()
    for seat in range(4):
        hands[seat] = knowledge[KNOWN + seat]
        if missing[seat]:
            forced = knowledge[POOL] & ~_allowed_elsewhere(knowledge, seat)
            hands[seat] |= forced
            pool &= ~forced
            missing[seat] -= count(forced)
            spades[seat] -= count(forced & SPADES) if spades[seat] >= 0 else 0
    for counted in (True, False):
        for seat in range(4):
            if missing[seat] and (spades[seat] >= 0) == counted:
                if counted:
                    chosen = pick_subset(rng, pool & SPADES, spades[seat])
                    chosen |= pick_subset(rng, pool & ~SPADES, missing[seat] - spades[seat])
                else:
                    chosen = pick_subset(rng, pool, missing[seat])
                missing[seat] = 0
                hands[seat] |= chosen
                pool &= ~chosen


@compiled
def _allowed_elsewhere(knowledge: Ints, seat: int) -> int:
    cards = 0
    for other in range(4):
        if other != seat and knowledge[MISSING + other]:
            cards |= knowledge[ALLOWED + other]
    return cards


def empty_knowledge() -> Ints:
    """Return knowledge of zeros, to be filled in."""
    return np.zeros(SIZE, dtype=np.int64)
