"""The tricks that each card of a deal could still lead to, with all hands open, by the rules of this game.

Unlike a solver for bridge, this one lets spades be led only when they are broken (docs/rules.md section 6).
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from games.bots.cardsets import BIT
from games.bots.search.compiling import Ints
from games.engine import DECK, Card, State

from .best_play import opening_position
from .findings import DoubleDummy, cards_played
from .solver.deal import UNKNOWN, empty_goals, solve_cards
from .solver.search import new_search

TRICKS: Final = np.repeat(np.arange(14), 16).reshape(14, 16)
"""The rank of each end for a side that plays for tricks: which hands take them does not matter."""

NO_LIMIT: Final = 1 << 60


def double_dummy(state: State) -> DoubleDummy:
    """Return the double-dummy tricks for every card played so far. Raises ValueError before the end of the bidding."""
    if state.order is None:
        raise ValueError("there is no play before the bidding is over")
    return tricks_of_cards(opening_position(state), [played.card for played in cards_played(state)])


def tricks_of_cards(opening: Ints, played: Sequence[Card]) -> DoubleDummy:
    """Return, before each card played from a position on, the legal cards with the tricks their side can still take."""
    search, cards = new_search(), np.array([BIT[card.index] for card in played], np.int64)
    search.budget[0] = NO_LIMIT
    tricks = np.full((len(cards), len(DECK)), UNKNOWN, np.int64)
    solve_cards(search, opening, cards, TRICKS, empty_goals(len(TRICKS)), tricks)
    return tuple({DECK[index]: int(row[index]) for index in np.flatnonzero(row != UNKNOWN)} for row in tricks)
