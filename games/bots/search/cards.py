"""The worth of cards when the hands of others are hidden, by a tree search, and by trying each in the same worlds.

The search is Information-set Monte Carlo tree search, single-observer ISMCTS (Cowling, Powley and Whitehouse 2012; for
Spades Whitehouse, Cowling, Powley and Rollason 2013): one tree of played cards, walked down in another world each time;
each player picks the best for that player.
"""

from typing import Final, NamedTuple

import numpy as np

from .compiling import Floats, Ints, compiled, count, entry, index_of, uncounted
from .luck import draw, pick
from .payoffs import end_of, player_of
from .policy import play_out
from .position import SIZE, TABLE, TRICKS_LEFT, TURN, fill_position, legal, play, suit_of
from .worlds import pick_world, sample_worlds

EXPLORATION: Final = 100.0  # the weight of exploration against known worth, in points
CHECK_INTERVAL: Final = 500  # the deals after each of which the search looks whether it may end
CLEAR_LEAD: Final = 4.0  # it ends if one card has so many times the visits of any other
WORLDS: Final = 1000
WORLDS_PER_DEAL: Final = 4  # if that gives fewer worlds: a short search needs no more
DEPTH: Final = 53

# Offsets in a node's integers.
CHILD: Final = 0  # its first child
SIBLING: Final = 1  # its next sibling
CARD: Final = 2  # the card that led to it
TRIED: Final = 3  # the cards of its children

# Offsets in a node's sums, which stand behind its integers: so a node takes one line of the processor's cache.
VISITS: Final = 4
AVAILABLE: Final = 5  # times it could have been visited
WORTH: Final = 6  # to the player who played its card


@entry("I -> i", is_brief=True)
@uncounted
def distinct(position: Ints) -> int:
    """Return the legal cards that differ: of adjacent cards, with none between in other hands, only the highest."""
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


class _Tree(NamedTuple):
    """The nodes, and logarithms of numbers from 1; by depth the nodes walked down to, and who played their cards."""

    links: Ints
    sums: Floats
    logs: Floats
    path: Ints
    movers: Ints


class _Deals(NamedTuple):
    """The position without the hidden cards, the deals of these, running sums of their likelihoods, and luck."""

    start: Ints
    worlds: Ints
    weights: Floats
    rng: Ints


@entry("I i I I I2 F2 i I I2")
@compiled
def search(
    start: Ints,
    first_cards: int,
    knowledge: Ints,
    evidence: Ints,
    choices: Ints,
    payoffs: Floats,
    iterations: int,
    rng: Ints,
    end_counts: Ints,
) -> None:
    """Search for the card to play from `start`: simulate up to `iterations` deals, most of them after the best cards.

    `start` is the position without the hidden cards, `first_cards` are those to consider, 0 for all that differ, and
    `payoffs` is the worth of each end (see `payoffs.fill_payoffs`).
    Each simulated deal is counted in `end_counts`, in the row of its first card and the column of its end. If no cards
    differ, one deal is enough.
    """
    number = min(WORLDS, WORLDS_PER_DEAL * iterations)
    worlds, weights = np.empty((number, 4), np.int64), np.empty(number)
    sample_worlds(knowledge, evidence, choices, worlds, weights, rng)
    position = np.empty(SIZE, np.int64)
    fill_position(start, worlds[0], position)
    if not first_cards and count(distinct(position)) == 1:
        iterations = 1
    links = np.zeros((iterations + 1, 8), np.int64)
    tree = _Tree(
        links=links,
        sums=links.view(np.float64),
        logs=np.log(np.arange(1, iterations + 2)),
        path=np.empty(DEPTH, np.int64),
        movers=np.empty(DEPTH, np.int64),
    )
    deals = _Deals(start, worlds, weights, rng)
    _simulate(tree, deals, first_cards, payoffs, iterations, position, end_counts)


@uncounted
def _simulate(
    tree: _Tree, deals: _Deals, first_cards: int, payoffs: Floats, iterations: int, position: Ints, end_counts: Ints
) -> None:
    """Add a node and its deal in each iteration; `position` is overwritten."""
    size = 1
    for done in range(iterations):
        if done and not done % CHECK_INTERVAL and _is_decided(tree.links, tree.sums, iterations - done):
            break
        fill_position(deals.start, deals.worlds[pick_world(deals.weights, deals.rng)], position)
        depth = _walk_down(tree, position, first_cards, size, deals.rng)
        size = max(size, tree.path[depth - 1] + 1)
        play_out(position, deals.rng)
        end = end_of(position)
        end_counts[index_of(tree.links[tree.path[0], CARD]), end] += 1
        for step in range(depth):
            tree.sums[tree.path[step], VISITS] += 1
            tree.sums[tree.path[step], WORTH] += payoffs[end, tree.movers[step]]


@uncounted
def _walk_down(tree: _Tree, position: Ints, first_cards: int, size: int, rng: Ints) -> int:
    """Play the cards from the root to a node which is new, or to the end of the deal; return how many."""
    node, depth, grown = 0, 0, False
    while position[TRICKS_LEFT] and not grown:
        cards = distinct(position) if depth or not first_cards else first_cards
        untried = cards & ~tree.links[node, TRIED]
        tree.movers[depth] = player_of(position[TURN])
        if untried:
            node, grown = _grow(tree.links, tree.sums, node, size, pick(rng, untried)), True
        else:
            node = _select(tree.links, tree.sums, tree.logs, node, cards)
        tree.path[depth] = node
        depth += 1
        play(position, tree.links[node, CARD])
    return depth


@uncounted
def _is_decided(links: Ints, sums: Floats, left: int) -> bool:
    """Whether the most visited card cannot, or probably will not, be overtaken in the iterations left."""
    most, second, child = 0.0, 0.0, links[0, CHILD]
    while child:
        visits = sums[child, VISITS]
        most, second = max(most, visits), max(min(most, visits), second)
        child = links[child, SIBLING]
    return most - second > left or most > CLEAR_LEAD * second > 0.0


@uncounted
def _grow(links: Ints, sums: Floats, parent: int, node: int, card: int) -> int:
    """Add a child to `parent` for a card not tried there before; return its number."""
    links[parent, TRIED] |= card
    links[node, CARD] = card
    links[node, SIBLING] = links[parent, CHILD]
    links[parent, CHILD] = node
    sums[node, AVAILABLE] = 1
    return node


@uncounted
def _select(links: Ints, sums: Floats, logs: Floats, node: int, cards: int) -> int:
    """Return the child with the highest sum of worth and exploration, of those whose card is legal in this world."""
    best, most = 0, -np.inf
    child = links[node, CHILD]
    while child:
        if links[child, CARD] & cards:
            visits, chances = sums[child, VISITS], sums[child, AVAILABLE]
            value = sums[child, WORTH] / visits + EXPLORATION * np.sqrt(logs[np.int64(chances)] / visits)
            sums[child, AVAILABLE] = chances + 1
            if value > most:
                best, most = child, value
        child = links[child, SIBLING]
    return best


@entry("I i I I I2 F2 i I F2")
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
