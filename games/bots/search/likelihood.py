"""How likely a world is: what the bids tell of the cards behind them."""

from __future__ import annotations

from typing import Final

import numpy as np

from games.bots.estimate import AVERAGE_SHAPE, LONG_SPADE, SHORTNESS, SIDE_TRICKS, SPADE_TRICKS

from .chance import draw
from .compiling import Floats, Ints, compiled, count
from .position import SUIT
from .worlds import deal_hidden

PARTNER: Final = 2.1
"""What players add to the tricks of their own hand for a partner not yet known."""

DOUBT: Final = 1.3
"""The standard deviation of bids around that."""

SUSPICION: Final = 0.03
"""The least likelihood of any bid: players do as they like."""


def _worth(tricks: tuple[float, ...], long_suit: float) -> Floats:
    """The tricks of each set of cards in a suit."""
    sets = np.arange(SUIT + 1)
    worth = sum(value * (sets >> place & 1) for place, value in enumerate(tricks))
    lengths = sum(sets >> place & 1 for place in range(13))
    return np.asarray(worth + long_suit * np.maximum(0, lengths - 4), dtype=np.float64)


SPADE_WORTH: Final = _worth(SPADE_TRICKS, LONG_SPADE) - AVERAGE_SHAPE
SIDE_WORTH: Final = _worth(SIDE_TRICKS, 0.0)
SHORT: Final = np.array([*SHORTNESS] + [0.0] * 11)

# What a hidden player has told, by seat: the bid (-1 where it tells nothing), whether it names the own hand nil, and
# the set of cards that player has played.
BID: Final = 0
OWN_NIL: Final = 4
PLAYED: Final = 8
SIZE: Final = 12


@compiled
def tricks_in(hand: int) -> float:
    """The tricks a hand of 13 takes on average, as `games.bots.estimate.hand_tricks` has it."""
    tricks, short = SPADE_WORTH[hand & SUIT], 0.0
    for shift in (13, 26, 39):
        suit = hand >> shift & SUIT
        tricks += SIDE_WORTH[suit]
        short += SHORT[count(suit)]
    return max(0.0, tricks + short * min(3, count(hand & SUIT)))


@compiled
def likelihood(hands: Ints, told: Ints) -> float:
    """How well the bids agree with these hands; comparable among worlds only."""
    product = 1.0
    for seat in range(4):
        if told[BID + seat] >= 0:
            tricks = tricks_in(hands[seat] | told[PLAYED + seat])
            if told[OWN_NIL + seat]:
                product *= np.exp(-1.5 * tricks) + SUSPICION
            else:
                surprise = (told[BID + seat] - PARTNER - tricks) / DOUBT
                product *= np.exp(-0.5 * surprise * surprise) + SUSPICION
    return product


@compiled
def sample_worlds(knowledge: Ints, told: Ints, worlds: Ints, weights: Floats, chance: Ints) -> None:
    """Fill in worlds, a row each, and the running sum of how likely they are."""
    total = 0.0
    for number in range(worlds.shape[0]):
        deal_hidden(knowledge, worlds[number], chance)
        total += likelihood(worlds[number], told)
        weights[number] = total


@compiled
def pick_world(weights: Floats, chance: Ints) -> int:
    """The number of a random world, the likely ones more often."""
    return np.searchsorted(weights, weights[-1] * (draw(chance) / 2147483648.0))


def nothing_told() -> Ints:
    """What players have told, to be filled in."""
    told = np.zeros(SIZE, dtype=np.int64)
    told[BID : BID + 4] = -1
    return told
