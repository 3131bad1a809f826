"""Where a search stores its answers: a hash table of keys, each with a block of rows.

Of a key there are many answers, which a search reads one after the other, so they lie side by side.
"""

from typing import Final, NamedTuple

import numpy as np

from games.bots.search import position as at
from games.bots.search.compiling import Ints, compiled, count, leading_zeros, uncounted
from games.bots.search.position import SUIT

ROWS: Final = 1 << 21
"""How many answers there is room for: 67 MB, and 8 MB of keys."""

# Columns of a key: the shape of a position, the first row of its answers, how many they are, and the lead that got its
# side its way last (see `memory.remember_lead`).
SHAPE, FIRST, NUMBER, LEAD, KEY_COLUMNS = range(5)

ANSWER_COLUMNS: Final = 4

# Columns of what is in use: keys, rows, and the first free block of 1, 2, 4 ... rows, 0 for none.
USED_KEYS, USED_ROWS, FREE = range(3)


class Storage(NamedTuple):
    """The keys, their answers, and what is in use of both."""

    keys: Ints
    answers: Ints
    used: Ints


def empty_storage(rows: int = ROWS) -> Storage:
    """Return room for so many answers, a power of two."""
    keys, answers = np.zeros((rows >> 3, KEY_COLUMNS), np.int64), np.empty((rows, ANSWER_COLUMNS), np.int64)
    storage = Storage(keys, answers, np.zeros(64, np.int64))
    storage.used[USED_ROWS] = 1  # no block begins at 0
    return storage


@uncounted
def shape_of(position: Ints, alive: int) -> int:
    """Return a number for all that matters besides who holds which card of a suit: 59 bits."""
    shape = position[at.TRICKS_LEFT] << 7 | position[at.BROKEN] << 6 | position[at.TURN] << 4 | alive
    for seat in range(4):
        hand = position[seat]
        for shift in (0, 13, 26):  # the length of the fourth suit follows
            shape = shape << 4 | count(hand >> shift & SUIT)
    return shape


@uncounted
def _tricks_left(shape: int) -> int:
    return shape >> 55


@uncounted
def place_of(storage: Storage, shape: int) -> int:
    """Return the place of the key, or the empty place for it."""
    mixed = (shape ^ shape >> 31) * 0x1F3D5B79A2C4E687
    mixed = (mixed ^ mixed >> 29) * 0x2545F4914F6CDD1D
    place = mixed >> 32 & (len(storage.keys) - 1)
    while True:
        if storage.keys[place, SHAPE] in (0, shape):
            return place
        place = place + 1 & (len(storage.keys) - 1)


@compiled
def new_row(storage: Storage, shape: int) -> int:
    """Return the row for a new answer of a key; a full block is replaced by one of twice the size."""
    largest = len(storage.answers) >> 4  # rows of a block; one of them always fits
    if storage.used[USED_KEYS] > len(storage.keys) // 4 * 3 or storage.used[USED_ROWS] > 14 * largest:
        _forget_small_endings(storage)
    key = storage.keys[place_of(storage, shape)]
    if not key[SHAPE]:
        key[SHAPE], key[NUMBER], key[LEAD] = shape, 0, 0
        storage.used[USED_KEYS] += 1
    if key[NUMBER] == largest:
        _free_block(storage, key[FIRST], largest)
        key[NUMBER] = 0
    if not key[NUMBER] & key[NUMBER] - 1:
        _enlarge(storage, key)
    key[NUMBER] += 1
    return key[FIRST] + key[NUMBER] - 1


@compiled
def _enlarge(storage: Storage, key: Ints) -> None:
    old, number = key[FIRST], key[NUMBER]
    key[FIRST] = _take_block(storage, max(1, 2 * number))
    for index in range(number):
        for column in range(ANSWER_COLUMNS):
            storage.answers[key[FIRST] + index, column] = storage.answers[old + index, column]
    if number:
        _free_block(storage, old, number)


@uncounted
def _take_block(storage: Storage, size: int) -> int:
    """Return the first row of a block of `size` rows, a power of two."""
    free = FREE + count(size - 1)
    first = storage.used[free]
    if first:
        storage.used[free] = storage.answers[first, 0]
        return first
    storage.used[USED_ROWS] += size
    return storage.used[USED_ROWS] - size


@uncounted
def _free_block(storage: Storage, first: int, size: int) -> None:
    free = FREE + count(size - 1)
    storage.answers[first, 0] = storage.used[free]
    storage.used[free] = first


@compiled
def _forget_small_endings(storage: Storage) -> None:
    """Keep the answers with the most tricks left, which took the longest, as far as they fill half of the storage."""
    keys, answers = _large_endings(storage)
    storage.keys[:] = 0
    storage.used[:] = 0
    storage.used[USED_KEYS], storage.used[USED_ROWS], first = len(keys), 1, 0
    for old in keys:
        key, number = storage.keys[place_of(storage, old[SHAPE])], old[NUMBER]
        key[SHAPE], key[NUMBER], key[LEAD] = old[SHAPE], number, old[LEAD]
        key[FIRST] = _take_block(storage, 1 << 64 - leading_zeros(number - 1))
        storage.answers[key[FIRST] : key[FIRST] + number] = answers[first : first + number]
        first += number


@compiled
def _large_endings(storage: Storage) -> tuple[Ints, Ints]:
    """Return the keys to keep and their answers, one key's after the other's."""
    least, number, row = _least_to_keep(storage), 0, 0
    keys = np.empty((len(storage.keys) // 2, KEY_COLUMNS), np.int64)
    answers = np.empty((len(storage.answers) // 4, ANSWER_COLUMNS), np.int64)
    for key in storage.keys:
        if key[SHAPE] and _tricks_left(key[SHAPE]) >= least:
            keys[number] = key
            answers[row : row + key[NUMBER]] = storage.answers[key[FIRST] : key[FIRST] + key[NUMBER]]
            number, row = number + 1, row + key[NUMBER]
    return keys[:number], answers[:row]


@compiled
def _least_to_keep(storage: Storage) -> int:
    """Return how many tricks have to be left for answers to be kept: a block may have twice as many rows as answers."""
    keys, answers = np.zeros(14, np.int64), np.zeros(14, np.int64)
    for key in storage.keys:
        keys[_tricks_left(key[SHAPE])] += 1
        answers[_tricks_left(key[SHAPE])] += key[NUMBER]
    least = 14
    while least > 1:
        if keys[least - 1 :].sum() > len(storage.keys) // 2 or answers[least - 1 :].sum() > len(storage.answers) // 4:
            break
        least -= 1
    return least
