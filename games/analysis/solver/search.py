"""Whether declarer's side can reach a goal with all hands open: depth-first search with a memory.

A goal is reached or missed, so that any card which decides it ends the search of a position. Of cards that fail, only
one is tried for all those of its suit and hand whose ranks did not matter. The ends to which the winning side may come
are noted on the way: whatever else the goal says of other ends, the answer is the same.
"""

from typing import Final, NamedTuple

import numpy as np

from ...bots.search import position as at
from ...bots.search.cards import distinct
from ...bots.search.compiling import Ints, borrowed, compiled, count, entry, uncounted
from ...bots.search.position import SIZE, legal, lowest, play, suit_of
from .goals import OPEN, POSSIBLE, STATUS, TAKERS, WON, ends_before
from .memory import (
    ENDS,
    ROWS,
    Storage,
    cards_known,
    empty_storage,
    fill_owners,
    lead_that_worked,
    look_up,
    remember,
    remember_lead,
    shape_of,
    status_of,
)
from .ordering import order_moves

DEPTH: Final = 53

# Columns of a node: how many cards to try, how many were tried, the shape (0 within a trick), the cards that mattered,
# cards that need not be tried, and in two words the ends to which the side that gets its way may come.
MOVES, TRIED, SHAPE, KNOWN, REFUTED, REACHED, COLUMNS = 0, 1, 2, 3, 4, 5, 7


# Columns of a budget: how many nodes may be visited in all and until the search pauses, and the depth of the next one.
ALL, UNIT, NEXT = 0, 1, 2

NODES_OF_A_UNIT: Final = 100_000
"""How many nodes are visited until the search pauses: some hundredths of a second, for which others may wait."""


class Search(NamedTuple):
    """The memory of a search; by depth its positions, cards to try, nodes and owners of cards; how many nodes it may
    still visit, in all and until it pauses.
    """

    memory: Storage
    positions: Ints
    moves: Ints
    guesses: Ints
    nodes: Ints
    owners: Ints
    budget: Ints


def new_search(rows: int = ROWS) -> Search:
    """Return a search with an empty memory, which has room for so many answers, and an empty budget."""
    return Search(
        memory=empty_storage(rows),
        positions=np.zeros((DEPTH, SIZE), np.int64),
        moves=np.zeros((DEPTH, 13), np.int64),
        guesses=np.zeros(13, np.int64),
        nodes=np.zeros((DEPTH, COLUMNS), np.int64),
        owners=np.zeros((DEPTH, 2), np.int64),
        budget=np.array([0, NODES_OF_A_UNIT, 0], np.int64),
    )


@entry("I2 I2 I I2 I2 I I2 I2 I i I4 -> i")
@compiled
def go_on(
    keys: Ints,
    answers: Ints,
    used: Ints,
    positions: Ints,
    moves: Ints,
    guesses: Ints,
    nodes: Ints,
    owners: Ints,
    budget: Ints,
    nils: int,
    goals: Ints,
) -> int:
    """Search until the goal is decided or the search pauses (see `_reaches`), with the arrays of a `Search`."""
    memory = Storage(borrowed(keys), borrowed(answers), borrowed(used))
    search = Search(
        memory,
        borrowed(positions),
        borrowed(moves),
        borrowed(guesses),
        borrowed(nodes),
        borrowed(owners),
        borrowed(budget),
    )
    return _reaches(search, nils, goals)


@uncounted
def _reaches(search: Search, nils: int, goals: Ints) -> int:
    """Return whether the goal is WON or LOST from the first position; OPEN if the budget did not suffice, or to pause.
    After a pause the next call goes on.

    `nils` are the seats on which a nil applies, and `goals` those of one rank (see `goals.fill_goals`).
    """
    depth = search.budget[NEXT]
    while search.budget[ALL] > 0 and search.budget[UNIT] > 0:
        search.budget[ALL] -= 1
        search.budget[UNIT] -= 1
        status = _enter(search, nils, goals, depth)
        while status != OPEN:
            if not depth:
                return status
            depth -= 1
            status = _leave(search, nils, depth, status)
        _play_next(search, depth)
        depth += 1
    search.budget[NEXT] = depth
    return OPEN


@uncounted
def _enter(search: Search, nils: int, goals: Ints, depth: int) -> int:
    """Return what is known of this position; if it is OPEN, fill in the cards to try."""
    position, node = search.positions[depth], search.nodes[depth]
    failed = position[at.SEATS_WITH_TRICKS] & nils
    goal = goals[position[at.TRICKS_LEFT], position[at.DECLARER_TRICKS], failed]
    for column in range(COLUMNS):
        node[column] = 0
    if not position[at.IN_TRICK]:
        if goal[STATUS] != OPEN:
            node[REACHED], node[REACHED + 1] = goal[POSSIBLE], goal[POSSIBLE + 1]
            return goal[STATUS]
        if position[at.TRICKS_LEFT] < 13:  # before the first trick a goal may need more lanes than it has
            node[SHAPE] = shape_of(position, nils & ~position[at.SEATS_WITH_TRICKS])
            fill_owners(position, search.owners[depth])
            answer = look_up(search.memory, node[SHAPE], goal, search.owners[depth])
            if answer:
                node[KNOWN] = cards_known(search.memory, answer, position)
                node[REACHED] = search.memory.answers[answer, ENDS]
                node[REACHED + 1] = search.memory.answers[answer, ENDS + 1]
                return status_of(search.memory, answer)
    takes = goal[TAKERS] >> position[at.TURN] & 1 != 0
    first = lead_that_worked(search.memory, position, node[SHAPE]) if node[SHAPE] else 0
    node[MOVES] = order_moves(position, takes, first, search.moves[depth], search.guesses)
    return OPEN


@uncounted
def _play_next(search: Search, depth: int) -> None:
    position, node, parent = search.positions[depth + 1], search.nodes[depth], search.positions[depth]
    for index in range(SIZE):
        position[index] = parent[index]
    play(position, search.moves[depth, node[TRIED]])
    node[TRIED] += 1


@uncounted
def _leave(search: Search, nils: int, depth: int, result: int) -> int:
    """Return what is known of a position after the card last tried; OPEN if another one may do better."""
    position, node = search.positions[depth], search.nodes[depth]
    card, mattered = search.moves[depth, node[TRIED] - 1], _known_of_card(search, depth)
    low, high = _reached_by_card(search, nils, depth)
    has_worked = (result == WON) == (position[at.TURN] & 1 == 0)
    if has_worked:
        node[KNOWN], node[REACHED], node[REACHED + 1] = mattered, low, high
    else:
        if mattered & card:
            mattered |= down_to(last_equal(position, card))
        else:
            node[REFUTED] |= position[position[at.TURN]] & suit_of(card) & ~mattered
        node[KNOWN] |= mattered
        node[REACHED] |= low
        node[REACHED + 1] |= high
        if _skip_refuted(search.moves[depth], node):
            return OPEN
    if node[SHAPE]:
        remember(search.memory, position, node[SHAPE], search.owners[depth], result, node[KNOWN], node[REACHED:COLUMNS])
        if has_worked:
            remember_lead(search.memory, position, node[SHAPE], card)
    return result


@uncounted
def _reached_by_card(search: Search, nils: int, depth: int) -> tuple[int, int]:
    """Return the ends that the card last tried may lead to, as seen from before it."""
    position, child, node = search.positions[depth], search.positions[depth + 1], search.nodes[depth + 1]
    if child[at.IN_TRICK]:
        return node[REACHED], node[REACHED + 1]
    return ends_before(node[REACHED], node[REACHED + 1], nils & ~position[at.SEATS_WITH_TRICKS], child[at.TURN])


@uncounted
def _known_of_card(search: Search, depth: int) -> int:
    """Return the cards that mattered for the result of the card last tried."""
    child, known = search.positions[depth + 1], search.nodes[depth + 1, KNOWN]
    if not child[at.IN_TRICK]:
        best, node = child[at.BEST], search.nodes[depth]
        trick = search.positions[depth, at.TABLE] | search.moves[depth, node[TRIED] - 1]
        if count(trick & suit_of(best)) > 1:  # it won by its rank
            known |= down_to(best)
    return known


@uncounted
def _skip_refuted(moves: Ints, node: Ints) -> bool:
    """Go on to the next card that may do better; return whether there is one."""
    while node[TRIED] < node[MOVES] and moves[node[TRIED]] & node[REFUTED]:
        node[TRIED] += 1
    return node[TRIED] < node[MOVES]


@uncounted
def down_to(card: int) -> int:
    """Return the cards of a suit from the highest to this one."""
    return (card | card - 1) & suit_of(card)


@uncounted
def last_equal(position: Ints, card: int) -> int:
    """Return the lowest legal card that makes no difference to this one, which is among the distinct ones."""
    lower = suit_of(card) & ~(card | card - 1)
    others = distinct(position) & lower
    equals = legal(position) & (lower | card)
    return lowest(equals & ((others & -others) - 1)) if others else lowest(equals)
