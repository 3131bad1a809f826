"""Worlds: random distributions of the hidden cards that agree with what a player knows, and their likelihood."""

from typing import Final

import numpy as np

from ..bidding import AVERAGE_SHAPE, LONG_SPADE, SHORTNESS, SIDE_TRICKS, SPADE_TRICKS
from .compiling import Floats, Ints, count, draw, pick_subset, uncounted
from .position import SPADES, SUIT

# Offsets in a player's knowledge; all but the first with one number a seat.
POOL: Final = 0  # the cards whose place is hidden
KNOWN: Final = 1  # the cards known to be there
MISSING: Final = 5  # how many more there are
ALLOWED: Final = 9  # which cards may be among these
SPADE_COUNT: Final = 13  # how many of these are spades, -1 if unknown

# Offsets in the evidence from bids, with one number a seat.
BID: Final = 0  # the bid, -1 if it is no evidence
OWN_NIL: Final = 4  # whether it declares the bidder's hand nil
PLAYED: Final = 8  # the cards that the hand has played

PARTNER_TRICKS: Final = 2.1  # what players add to the tricks of their own hand for the unknown partner
BID_DEVIATION: Final = 1.3  # the standard deviation of bids around the expected ones
MIN_LIKELIHOOD: Final = 0.03  # of any bid, because players sometimes make unexpected ones


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


def _worth(tricks: tuple[float, ...], long_suit: float) -> Floats:
    """Return the tricks of each set of cards in a suit."""
    sets = np.arange(SUIT + 1)
    worth = sum(value * (sets >> place & 1) for place, value in enumerate(tricks))
    lengths = sum(sets >> place & 1 for place in range(13))
    return np.asarray(worth + long_suit * np.maximum(0, lengths - 4), dtype=np.float64)


SPADE_WORTH: Final = _worth(SPADE_TRICKS, LONG_SPADE) - AVERAGE_SHAPE
SIDE_WORTH: Final = _worth(SIDE_TRICKS, 0.0)
SHORT: Final = np.array([*SHORTNESS] + [0.0] * 11)


@uncounted
def tricks_in(hand: int) -> float:
    """Return the tricks that a hand of 13 takes on average; the same as `games.bots.bidding.hand_tricks`."""
    tricks, short = SPADE_WORTH[hand & SUIT], 0.0
    for shift in (13, 26, 39):
        suit = hand >> shift & SUIT
        tricks += SIDE_WORTH[suit]
        short += SHORT[count(suit)]
    return max(0.0, tricks + short * min(3, count(hand & SUIT)))


@uncounted
def likelihood(hands: Ints, evidence: Ints) -> float:
    """Return how well the bids agree with these hands, up to a constant factor."""
    product = 1.0
    for seat in range(4):
        if evidence[BID + seat] >= 0:
            tricks = tricks_in(hands[seat] | evidence[PLAYED + seat])
            if evidence[OWN_NIL + seat]:
                product *= np.exp(-1.5 * tricks) + MIN_LIKELIHOOD
            else:
                surprise = (evidence[BID + seat] - PARTNER_TRICKS - tricks) / BID_DEVIATION
                product *= np.exp(-0.5 * surprise * surprise) + MIN_LIKELIHOOD
    return product


@uncounted
def sample_worlds(knowledge: Ints, evidence: Ints, worlds: Ints, weights: Floats, rng: Ints) -> None:
    """Fill in `worlds`, a row each, and `weights`, the running sum of their likelihoods."""
    total = 0.0
    for number in range(worlds.shape[0]):
        deal_hidden(knowledge, worlds[number], rng)
        total += likelihood(worlds[number], evidence)
        weights[number] = total


@uncounted
def pick_world(weights: Floats, rng: Ints) -> int:
    """Return the index of a random world, chosen in proportion to its likelihood."""
    return np.searchsorted(weights, weights[-1] * (draw(rng) / 2147483648.0))


def empty_evidence() -> Ints:
    """Return an array without evidence, to be filled in."""
    evidence = np.zeros(PLAYED + 4, dtype=np.int64)
    evidence[BID : BID + 4] = -1
    return evidence
