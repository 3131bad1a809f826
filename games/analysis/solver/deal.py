"""Solves the positions of a deal from the last one to the first, so that each finds the later ones in the memory."""

from typing import Final

import numpy as np

from games.bots.search import position as at
from games.bots.search.compiling import Ints, compiled
from games.bots.search.position import SIZE, play, suit_of
from games.bots.search.tree import distinct

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
    search, number = without_references(owned), len(played)
    trail = np.empty((number + 1, SIZE), np.int64)
    trail[0] = opening
    for index in range(number):
        trail[index + 1] = trail[index]
        play(trail[index + 1], played[index])
    best[:], cards[:] = UNKNOWN, 0
    best[number] = _value(search, trail[number], nils, ranks, goals, 0, ranks.max())
    for index in range(number - 1, first - 1, -1):
        if best[index + 1] == UNKNOWN:
            break
        best[index] = _value_before(search, trail[index], nils, ranks, goals, best[index + 1])
        if best[index] not in (UNKNOWN, best[index + 1]):
            cards[index] = _best_cards(search, trail[index], nils, ranks, goals, best[index])
            if search.budget[0] <= 0:  # some of them may be missing
                best[index], cards[index] = UNKNOWN, 0


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
    ours, top = position[at.TURN] & 1 == 0, ranks.max()
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
    ours, found, rest = position[at.TURN] & 1 == 0, 0, distinct(position)
    child = np.empty(SIZE, np.int64)
    while rest:
        card = rest & -rest
        rest ^= card
        child[:] = position
        play(child, card)
        status = _asks(search, child, nils, ranks, goals, best if ours else best + 1)
        if status == (WON if ours else LOST):
            last = last_equal(position, card)
            found |= position[position[at.TURN]] & suit_of(card) & (last | last - 1) & ~(card - 1)
    return found
