"""What a search remembers: goals reached or missed in positions between two tricks.

An answer holds for all positions with equally long suits in the same hands in which the cards that mattered lie in the
same hands, whatever the lower ones are (partition search, Ginsberg 1996). Cards count by their order among those left.
"""

from typing import Final, NamedTuple

import numpy as np

from games.bots.search import position as at
from games.bots.search.compiling import Ints, compiled, count
from games.bots.search.position import SUIT

from .goals import ENDS_HIGH, ENDS_LOW

KEYS: Final = 1 << 19
ROWS: Final = 1 << 21

# Columns of a key: the shape of a position, the goal, and where its answers are: the first one, how many, and how many
# there is room for.
SHAPE, LOW, HIGH, FIRST, NUMBER, ROOM, KEY_COLUMNS = range(7)

# Columns of an answer. The owners of the cards are two bits each, from the highest of a suit on, in two words; `KNOWN`
# has ones where they matter.
OWNERS, KNOWN, STATUS, COLUMNS = 0, 2, 4, 5


class Memory(NamedTuple):
    """The keys, their answers, and how many of both are in use."""

    keys: Ints
    answers: Ints
    used: Ints


def empty_memory() -> Memory:
    return Memory(np.zeros((KEYS, KEY_COLUMNS), np.int64), np.empty((ROWS, COLUMNS), np.int64), np.zeros(2, np.int64))


@compiled
def shape_of(position: Ints, alive: int) -> int:
    """Return a number for all that matters besides who holds which card of a suit: 59 bits."""
    shape = position[at.TRICKS_LEFT] << 7 | position[at.BROKEN] << 6 | position[at.TURN] << 4 | alive
    for seat in range(4):
        hand = position[seat]
        for shift in (0, 13, 26):  # the length of the fourth suit follows
            shape = shape << 4 | count(hand >> shift & SUIT)
    return shape


@compiled
def fill_owners(position: Ints, owners: Ints) -> None:
    """Fill in the owners of all cards left: spades and hearts in the first word, diamonds and clubs in the second."""
    left, odd, upper = position[:4].sum(), position[1] | position[3], position[2] | position[3]
    owners[0] = owners[1] = 0
    for suit in range(4):
        cards, word, shift = left >> 13 * suit & SUIT, 0, 0
        ones, twos = odd >> 13 * suit, upper >> 13 * suit
        while cards:
            card = cards & -cards
            cards ^= card
            word |= ((1 if ones & card else 0) | (2 if twos & card else 0)) << shift
            shift += 2
        owners[suit >> 1] |= word << 26 * (suit & 1)


@compiled
def _place_of(memory: Memory, shape: int, goal: Ints) -> int:
    """Return the place of the key, or the empty place for it."""
    mixed = (shape ^ goal[ENDS_LOW] * 0x2545F4914F6CDD1D ^ goal[ENDS_HIGH] * 0x369DEA0F31A53F85) * 0x1F3D5B79A2C4E687
    place = (mixed ^ mixed >> 29) >> 7 & (KEYS - 1)
    while True:
        key = memory.keys[place]
        if not key[SHAPE] or (key[SHAPE] == shape and key[LOW] == goal[ENDS_LOW] and key[HIGH] == goal[ENDS_HIGH]):
            return place
        place = place + 1 & (KEYS - 1)


@compiled
def look_up(memory: Memory, shape: int, goal: Ints, owners: Ints) -> int:
    """Return the number of an answer to whether the goal is reached; -1 if there is none."""
    key = memory.keys[_place_of(memory, shape, goal)]
    if key[SHAPE]:
        for number in range(key[FIRST] + key[NUMBER] - 1, key[FIRST] - 1, -1):
            row = memory.answers[number]
            if not ((row[OWNERS] ^ owners[0]) & row[KNOWN] | (row[OWNERS + 1] ^ owners[1]) & row[KNOWN + 1]):
                return number
    return -1


@compiled
def cards_known(memory: Memory, answer: int, position: Ints) -> int:
    """Return the cards that mattered for an answer: in each suit all those down to one of the cards left."""
    left, known = position[:4].sum(), 0
    for suit in range(4):
        number = count(memory.answers[answer, KNOWN + (suit >> 1)] >> 26 * (suit & 1) & 0x3FFFFFF) >> 1
        rest, last = left >> 13 * suit & SUIT, 0
        for _ in range(number):
            last = rest & -rest
            rest ^= last
        known |= (last | last - 1 if last else 0) << 13 * suit
    return known


@compiled
def _new_row(memory: Memory, shape: int, goal: Ints) -> int:
    """Return the number of a new answer of a key; a key that needs more room gets twice as much elsewhere."""
    if memory.used[0] > KEYS // 4 * 3 or memory.used[1] > ROWS - 4096:
        memory.keys[:] = 0
        memory.used[:] = 0
    key = memory.keys[_place_of(memory, shape, goal)]
    if not key[SHAPE]:
        key[SHAPE], key[LOW], key[HIGH] = shape, goal[ENDS_LOW], goal[ENDS_HIGH]
        memory.used[0] += 1
    if key[NUMBER] == key[ROOM]:
        first, key[ROOM] = memory.used[1], 2 * key[ROOM] if key[ROOM] else 1
        memory.answers[first : first + key[NUMBER]] = memory.answers[key[FIRST] : key[FIRST] + key[NUMBER]]
        key[FIRST] = first
        memory.used[1] += key[ROOM]
    key[NUMBER] += 1
    return key[FIRST] + key[NUMBER] - 1


@compiled
def remember(memory: Memory, position: Ints, shape: int, goal: Ints, owners: Ints, status: int, known: int) -> None:
    """Store whether a goal is reached, and which cards mattered: in each suit those down to the lowest of them."""
    row, left = memory.answers[_new_row(memory, shape, goal)], position[:4].sum()
    row[OWNERS], row[OWNERS + 1], row[KNOWN], row[KNOWN + 1], row[STATUS] = owners[0], owners[1], 0, 0, status
    for suit in range(4):
        number = count((left & known) >> 13 * suit & SUIT)
        row[KNOWN + (suit >> 1)] |= ((1 << 2 * number) - 1) << 26 * (suit & 1)
