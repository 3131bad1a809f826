"""Solves the positions of a deal from the last one to the first, so that each finds the later ones in the memory.

It pauses after each unit of its work, for others who wait for a thread (`analysis.units`).
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from ...bots.search import position as at
from ...bots.search.cards import distinct
from ...bots.search.compiling import Ints, compiled, entry
from ...bots.search.position import SIZE, play, suit_of
from ..units import Units
from .goals import COLUMNS, LOST, OPEN, WON, fill_goals
from .search import ALL, NEXT, NODES_OF_A_UNIT, UNIT, Search, go_on, last_equal

UNKNOWN: Final = -1

NODES_OF_A_QUESTION: Final = 500
"""As many nodes as take the time in which a question is put."""


@dataclass(frozen=True, slots=True)
class Solver:
    """Asks which ends declarer's side can reach. `ranks` has the rank of each end by tricks of declarer's side and set
    of seats with tricks; `nils` are the seats for which it matters whether they win a trick.
    """

    search: Search
    nils: int
    ranks: Ints
    goals: Ints = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "goals", np.full((self.top + 1, 14, 14, 16, COLUMNS), UNKNOWN, np.int64))

    @property
    def top(self) -> int:
        """The highest rank."""
        return int(self.ranks.max())

    @property
    def budget(self) -> int:
        """How many nodes may still be visited."""
        return int(self.search.budget[ALL])

    def asks(self, position: Ints, rank: int) -> Units[int]:
        """Return whether declarer's side can reach an end of at least this rank: WON or LOST, or OPEN: not known."""
        goals, budget = self.goals[rank], self.search.budget
        if goals[0, 0, 0, 0] == UNKNOWN:
            fill_goals(self.ranks, self.nils, rank, goals)
        self.search.positions[0] = position
        budget[NEXT] = 0
        budget[UNIT] -= NODES_OF_A_QUESTION
        while (status := go_on(*self.search.memory, *self.search[1:], self.nils, goals)) == OPEN and budget[ALL] > 0:
            yield
            budget[UNIT] = NODES_OF_A_UNIT
        return status

    def value(self, position: Ints, low: int, high: int) -> Units[int]:
        """Return the rank, from `low` to `high`, of the end that best play leads to."""
        while low < high:
            middle = (low + high + 1) // 2
            status = yield from self.asks(position, middle)
            if status == OPEN:
                return UNKNOWN
            low, high = (middle, high) if status == WON else (low, middle - 1)
        return low

    def value_before(self, position: Ints, after: int) -> Units[int]:
        """Return the rank that best play leads to: `after`, to which the card played leads, if no other is better."""
        ours = _is_ours(position)
        if after == (self.top if ours else 0):
            return after
        status = yield from self.asks(position, after + 1 if ours else after)
        if status == OPEN:
            return UNKNOWN
        if status == (LOST if ours else WON):
            return after
        return (yield from self.value(position, *((after + 1, self.top) if ours else (0, after - 1))))

    def best_cards(self, position: Ints, best: int) -> Units[int]:
        """Return the legal cards after which best play leads to this rank, the best one."""
        ours, cards, rest = _is_ours(position), 0, int(distinct(position))
        while rest:
            card = rest & -rest
            rest ^= card
            status = yield from self.asks(_after(position, card), best if ours else best + 1)
            if status == (WON if ours else LOST):
                cards |= int(_equals(position, card))
        return cards


def solve(solver: Solver, opening: Ints, played: Ints, first: int, best: Ints, cards: Ints) -> Units[None]:
    """Fill in the rank of the end that best play leads to before each card from `first` on, and after the last one.

    `cards` gets for each card played the set of those that were better, 0 if there were none. What is not reached
    within the budget of the search stays UNKNOWN.
    """
    trail, number = _trail(opening, played), len(played)
    best[:], cards[:] = UNKNOWN, 0
    best[number] = yield from solver.value(trail[number], 0, solver.top)
    for index in range(number - 1, first - 1, -1):
        if best[index + 1] == UNKNOWN:
            break
        best[index] = yield from solver.value_before(trail[index], int(best[index + 1]))
        if best[index] not in (UNKNOWN, best[index + 1]):
            cards[index] = yield from solver.best_cards(trail[index], int(best[index]))
            if solver.budget <= 0:  # some of them may be missing
                best[index], cards[index] = UNKNOWN, 0


def solve_cards(solver: Solver, opening: Ints, played: Ints, tricks: Ints) -> Units[None]:
    """Fill in, before each card played, the tricks that the side to play can still take with each legal card, by index.

    The ranks of the solver are the tricks of declarer's side at each end. The budget of the search has to suffice.
    """
    trail = _trail(opening, played)
    for index in range(len(played) - 1, -1, -1):
        position = trail[index]
        taken, left, rest = int(position[at.DECLARER_TRICKS]), int(position[at.TRICKS_LEFT]), int(distinct(position))
        while rest:
            card = rest & -rest
            rest ^= card
            still = (yield from solver.value(_after(position, card), taken, taken + left)) - taken
            equals = int(_equals(position, card))
            while equals:
                tricks[index, (equals & -equals).bit_length() - 1] = still if _is_ours(position) else left - still
                equals &= equals - 1


def _is_ours(position: Ints) -> bool:
    """Return whether declarer's side is to play."""
    return not position[at.TURN] & 1


def _after(position: Ints, card: int) -> Ints:
    """Return the position after this card."""
    child = position.copy()
    play(child, card)
    return child


def _trail(opening: Ints, played: Ints) -> Ints:
    """Return the positions before each card played, and after the last one."""
    trail = np.empty((len(played) + 1, SIZE), np.int64)
    trail[0] = opening
    for index, card in enumerate(played.tolist()):
        trail[index + 1] = trail[index]
        play(trail[index + 1], card)
    return trail


@entry("I i -> i", is_brief=True)
@compiled
def _equals(position: Ints, card: int) -> int:
    """Return a card of `distinct` and the lower ones that differ from it in nothing."""
    last = last_equal(position, card)
    return position[position[at.TURN]] & suit_of(card) & (last | last - 1) & ~(card - 1)
