"""The worth of each playable card to all three players: each card is played out in the same worlds."""

import numpy as np

from .compiling import Floats, Ints, compiled, draw, index_of
from .payoffs import end_of
from .policy import play_out
from .position import SIZE, fill_position, play
from .worlds import pick_world, sample_worlds


@compiled
def compare(
    start: Ints,
    cards: int,
    knowledge: Ints,
    evidence: Ints,
    choices: Ints,
    payoffs: Floats,
    deals: int,
    rng: Ints,
    worth: Floats,
) -> None:
    """Fill in the rows of `worth` that belong to `cards`: the average worth to each player, counted from the declarer.

    `start` is the position without the hidden cards, and `payoffs` the worth of each end (see `payoffs.fill_payoffs`).
    """
    worlds, weights = np.empty((deals, 4), np.int64), np.empty(deals)
    sample_worlds(knowledge, evidence, choices, worlds, weights, rng)
    position, luck = np.empty(SIZE, np.int64), np.empty(1, np.int64)
    for _ in range(deals):
        world, seed, rest = pick_world(weights, rng), draw(rng) | 1, cards
        while rest:
            card = rest & -rest
            rest ^= card
            fill_position(start, worlds[world], position)
            luck[0] = seed  # the same for each card, so that only the card makes a difference
            play(position, card)
            play_out(position, luck)
            worth[index_of(card)] += payoffs[end_of(position)] / deals
