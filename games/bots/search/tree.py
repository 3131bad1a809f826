"""Information-set Monte Carlo tree search: which card is best against all that may lie hidden.

Single-observer ISMCTS (Cowling, Powley and Whitehouse 2012; for Spades Whitehouse, Cowling, Powley and Rollason 2013):
one tree of cards played, walked down in another world each time; each player picks what is best for that player.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .chance import pick
from .compiling import Floats, Ints, compiled, index_of
from .likelihood import pick_world, sample_worlds
from .payoffs import end_of, player_of
from .policy import play_out
from .position import LEFT, SIZE, TABLE, TURN, legal, play, suit_of

EXPLORATION: Final = 100.0
"""How curious the search is, in points."""

CHECK: Final = 500
CLEAR: Final = 4.0
"""After every so many deals the search may end: when one card was thought of so many times more than any other."""

WORLDS: Final = 400
DEPTH: Final = 53

# A node's whole numbers: its first child, its next sibling, the card that led to it, the cards of its children.
CHILD: Final = 0
SIBLING: Final = 1
CARD: Final = 2
TRIED: Final = 3

# A node's sums: visits, times it could have been visited, worth to the player who moved there.
VISITS: Final = 0
CHANCES: Final = 1
WORTH: Final = 2


@compiled
def distinct(position: Ints) -> int:
    """The legal cards, of touching ones only the highest: nobody else holds a card between them."""
    cards = legal(position)
    hand = position[position[TURN]]
    others = (position[0] | position[1] | position[2] | position[3] | position[TABLE]) & ~hand
    kept, last, rest = 0, 0, cards
    while rest:
        card = rest & -rest
        rest ^= card
        between = others & (card - 1) & ~((last << 1) - 1)
        if not last or between & suit_of(card) or not last & suit_of(card):
            kept |= card
        last = card
    return kept


@compiled
def search(
    start: Ints,
    choices: int,
    knowledge: Ints,
    told: Ints,
    payoffs: Floats,
    iterations: int,
    chance: Ints,
    ends: Ints,
) -> None:
    """Think about the card to play from `start`: imagine up to so many deals, most of them where the play is best.

    `start` is the position without the hidden cards, `choices` the cards to think about, 0 for all that differ, and
    `payoffs` the worth of each end (see `payoffs.fill_payoffs`).
    In `ends`, a row for each card by its index, each imagined deal is counted in the column of its end.
    """
    worlds, weights = np.empty((WORLDS, 4), np.int64), np.empty(WORLDS)
    sample_worlds(knowledge, told, worlds, weights, chance)
    links, sums = np.zeros((iterations + 1, 4), np.int64), np.zeros((iterations + 1, 3))
    logs = np.log(np.arange(1, iterations + 2))
    path, movers = np.empty(DEPTH, np.int64), np.empty(DEPTH, np.int64)
    position, size = np.empty(SIZE, np.int64), 1
    for done in range(iterations):
        if done and not done % CHECK and _is_settled(links, sums, iterations - done):
            break
        position[:] = start
        position[:4] = worlds[pick_world(weights, chance)]
        node, depth, grown = 0, 0, False
        while position[LEFT] and not grown:
            cards = distinct(position) if depth or not choices else choices
            untried = cards & ~links[node, TRIED]
            movers[depth] = player_of(position[TURN])
            if untried:
                node, size, grown = _grow(links, sums, node, size, pick(chance, untried)), size + 1, True
            else:
                node = _select(links, sums, logs, node, cards)
            path[depth] = node
            depth += 1
            play(position, links[node, CARD])
        play_out(position, chance)
        end = end_of(position)
        ends[index_of(links[path[0], CARD]), end] += 1
        for step in range(depth):
            sums[path[step], VISITS] += 1
            sums[path[step], WORTH] += payoffs[end, movers[step]]


@compiled
def _is_settled(links: Ints, sums: Floats, left: int) -> bool:
    """Whether the card thought of most can't be overtaken in the deals left, or hardly will be."""
    most, second, child = 0.0, 0.0, links[0, CHILD]
    while child:
        visits = sums[child, VISITS]
        most, second = max(most, visits), max(min(most, visits), second)
        child = links[child, SIBLING]
    return most - second > left or most > CLEAR * second > 0.0


@compiled
def _grow(links: Ints, sums: Floats, parent: int, node: int, card: int) -> int:
    """A new node below `parent` for a card not tried there before."""
    links[parent, TRIED] |= card
    links[node, CARD] = card
    links[node, SIBLING] = links[parent, CHILD]
    links[parent, CHILD] = node
    sums[node, CHANCES] = 1
    return node


@compiled
def _select(links: Ints, sums: Floats, logs: Floats, node: int, cards: int) -> int:
    """The child with the best mix of worth and curiosity, of those that are possible in this world."""
    best, most = 0, -np.inf
    child = links[node, CHILD]
    while child:
        if links[child, CARD] & cards:
            visits, chances = sums[child, VISITS], sums[child, CHANCES]
            value = sums[child, WORTH] / visits + EXPLORATION * np.sqrt(logs[np.int64(chances)] / visits)
            sums[child, CHANCES] = chances + 1
            if value > most:
                best, most = child, value
        child = links[child, SIBLING]
    return best
