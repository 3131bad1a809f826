"""Solves the positions of a deal from the last one to the first, so that each finds the later ones in the memory."""

from typing import Final

import numpy as np

from ...bots.search import position as at
from ...bots.search.cards import distinct
from ...bots.search.compiling import Ints, compiled, index_of
from ...bots.search.position import SIZE, play, suit_of
from .goals import COLUMNS, LOST, OPEN, WON, fill_goals
from .search import Search, last_equal, reaches, without_references

UNKNOWN: Final = -1


def empty_goals(ranks: int) -> Ints:
    """Return room for the goals of so many ranks; they are filled in when they are needed."""
    return np.full((ranks, 14, 14, 16, COLUMNS), UNKNOWN, np.int64)


@compiled
def solve(
    owned: Search, opening: Ints, played: Ints, first: int, nils: int, ranks: Ints, goals: Ints, best: Ints, cards: Ints
) -> None:
    """Fill in the rank of the end that best play leads to before each card from `first` on, and after the last one.

    `ranks` has the rank of each end by tricks of declarer's side and set of seats with tricks. `cards` gets for each
    card played the set of those that were better, 0 if there were none. What is not reached within the budget of the
    search stays UNKNOWN.
    """
    search, number, trail = without_references(owned), len(played), _trail(opening, played)
    best[:], cards[:] = UNKNOWN, 0
    best[number] = _value(search, trail[number], nils, ranks, goals, 0, int(ranks.max()))
    for index in range(number - 1, first - 1, -1):
        if best[index + 1] == UNKNOWN:
            break
        best[index] = _value_before(search, trail[index], nils, ranks, goals, best[index + 1])
        if best[index] not in (UNKNOWN, best[index + 1]):
            cards[index] = _best_cards(search, trail[index], nils, ranks, goals, best[index])
            if search.budget[0] <= 0:  # some of them may be missing
                best[index], cards[index] = UNKNOWN, 0


@compiled
def solve_cards(owned: Search, opening: Ints, played: Ints, ranks: Ints, goals: Ints, tricks: Ints) -> None:
    """Fill in, before each card played, the tricks that the side to play can still take with each legal card, by index.

    `ranks` are the tricks of declarer's side at each end. The budget of the search has to suffice.
    """
    search, trail = without_references(owned), _trail(opening, played)
    child = np.empty(SIZE, np.int64)
    for index in range(len(played) - 1, -1, -1):
        position = trail[index]
        taken, left, rest = position[at.DECLARER_TRICKS], position[at.TRICKS_LEFT], distinct(position)
        while rest:
            card = rest & -rest
            rest ^= card
            child[:] = position
            play(child, card)
            still = _value(search, child, 0, ranks, goals, taken, taken + left) - taken
            equals = _equals(position, card)
            while equals:
                tricks[index, index_of(equals & -equals)] = left - still if position[at.TURN] & 1 else still
                equals &= equals - 1


@compiled
def _trail(opening: Ints, played: Ints) -> Ints:
    """Return the positions before each card played, and after the last one."""
    trail = np.empty((len(played) + 1, SIZE), np.int64)
    trail[0] = opening
    for index in range(len(played)):
        trail[index + 1] = trail[index]
        play(trail[index + 1], played[index])
    return trail


@compiled
def _asks(search: Search, position: Ints, nils: int, ranks: Ints, goals: Ints, rank: int) -> int:
    """Return whether declarer's side can reach an end of at least this rank: WON, LOST, or OPEN without an answer."""
    if goals[rank, 0, 0, 0, 0] == UNKNOWN:
        fill_goals(ranks, nils, rank, goals[rank])
    search.positions[0] = position
    return reaches(search, nils, goals[rank])


@compiled
def _value(search: Search, position: Ints, nils: int, ranks: Ints, goals: Ints, low: int, high: int) -> int:
    """Return the rank, from `low` to `high`, of the end that best play leads to."""
    while low < high:
        middle = (low + high + 1) // 2
        status = _asks(search, position, nils, ranks, goals, middle)
        if status == OPEN:
            return UNKNOWN
        if status == WON:
            low = middle
        else:
            high = middle - 1
    return low


@compiled
def _value_before(search: Search, position: Ints, nils: int, ranks: Ints, goals: Ints, after: int) -> int:
    """Return the rank that best play leads to: `after`, to which the card played leads, unless another is better."""
    ours, top = position[at.TURN] & 1 == 0, int(ranks.max())
    if after == (top if ours else 0):
        return after
    status = _asks(search, position, nils, ranks, goals, after + 1 if ours else after)
    if status == OPEN:
        return UNKNOWN
    if status == (LOST if ours else WON):
        return after
    low, high = (after + 1, top) if ours else (0, after - 1)
    return _value(search, position, nils, ranks, goals, low, high)


@compiled
def _best_cards(search: Search, position: Ints, nils: int, ranks: Ints, goals: Ints, best: int) -> int:
    """Return the legal cards after which best play leads to this rank, the best one."""
    ours, cards, rest = position[at.TURN] & 1 == 0, 0, distinct(position)
    child = np.empty(SIZE, np.int64)
    while rest:
        card = rest & -rest
        rest ^= card
        child[:] = position
        play(child, card)
        status = _asks(search, child, nils, ranks, goals, best if ours else best + 1)
        if status == (WON if ours else LOST):
            cards |= _equals(position, card)
    return cards


@compiled
def _equals(position: Ints, card: int) -> int:
    """Return a card of `distinct` and the lower ones that differ from it in nothing."""
    last = last_equal(position, card)
    return position[position[at.TURN]] & suit_of(card) & (last | last - 1) & ~(card - 1)
