"""What a search remembers: which ends a side can be sure of in positions between two tricks.

An answer holds for all positions with equally long suits in the same hands in which the cards that mattered lie in the
same hands, whatever the lower ones are (partition search, Ginsberg 1996). Cards count by their order among those left.
It holds for every goal: one that has all those ends is reached, if they are declarer's answer, and one that has none of
them is missed, if they are the defenders'.

The answers are in a hash table of keys, each with a block of rows: a key has many answers, which a search reads
one after the other, so they lie side by side.
"""

from typing import Final, NamedTuple

import numpy as np

from ...bots.search import position as at
from ...bots.search.compiling import Ints, compiled, count, index_of, leading_zeros, uncounted
from ...bots.search.position import SUIT, TURN, suit_of
from .goals import GOOD, WON

ROWS: Final = 1 << 21
"""How many answers there is room for: 67 MB, and 8 MB of keys."""

# Columns of a key: the shape of a position, the first row of its answers, how many they are, and the lead that got its
# side its way last (see `remember_lead`).
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
    _copy_rows(storage.answers, old, number, storage.answers, key[FIRST])
    if number:
        _free_block(storage, old, number)


@uncounted
def _copy_rows(source: Ints, first: int, number: int, target: Ints, place: int) -> None:
    """Copy rows one number at a time: for parts of arrays, numba would add code that says if they differ in shape."""
    for row in range(number):
        for column in range(source.shape[1]):
            target[place + row, column] = source[first + row, column]


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
        _copy_rows(answers, first, number, storage.answers, key[FIRST])
        first += number


@compiled
def _large_endings(storage: Storage) -> tuple[Ints, Ints]:
    """Return the keys to keep and their answers, one key's after the other's."""
    least, number, row = _least_to_keep(storage), 0, 0
    keys = np.empty((len(storage.keys) // 2, KEY_COLUMNS), np.int64)
    answers = np.empty((len(storage.answers) // 4, ANSWER_COLUMNS), np.int64)
    for index, key in enumerate(storage.keys):
        if key[SHAPE] and _tricks_left(key[SHAPE]) >= least:
            _copy_rows(storage.keys, index, 1, keys, number)
            _copy_rows(storage.answers, key[FIRST], key[NUMBER], answers, row)
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


# Columns of an answer: two words for the cards, spades and hearts in the first, diamonds and clubs in the second, and
# two for the ends. A word of cards has the owners of those left, two bits each, from the highest of a suit on. From
# these bits on follow how many cards of the first and of the second suit mattered, and in the first word the status.
CARDS, ENDS = 0, 2
FIRST_SUIT, SECOND_SUIT, STATUS = 52, 56, 60


@uncounted
def fill_owners(position: Ints, owners: Ints) -> None:
    """Fill in the owners of all cards left: spades and hearts in the first word, diamonds and clubs in the second."""
    left, odd, upper = int(position[:4].sum()), position[1] | position[3], position[2] | position[3]
    owners[0] = owners[1] = 0
    for suit in range(4):
        cards, word, shift = left >> 13 * suit & SUIT, 0, 0
        ones, twos = odd >> 13 * suit, upper >> 13 * suit
        while cards:
            card = cards & -cards
            cards ^= card
            place = index_of(card)
            word |= (ones >> place & 1 | (twos >> place & 1) << 1) << shift
            shift += 2
        owners[suit >> 1] |= word << 26 * (suit & 1)


@uncounted
def _differs(word: int, owners: int) -> int:
    """Return the bits of the owners that differ from those of an answer, of cards that mattered for it."""
    first, second = word >> FIRST_SUIT & 15, word >> SECOND_SUIT & 15
    return (word ^ owners) & ((1 << 2 * first) - 1 | ((1 << 2 * second) - 1) << 26)


@uncounted
def _answers(row: Ints, goal: Ints) -> bool:
    """Return whether all ends of an answer are good, or none is, depending on whose answer it is."""
    if row[CARDS] >> STATUS == WON:
        return not (row[ENDS] & ~goal[GOOD] | row[ENDS + 1] & ~goal[GOOD + 1])
    return not (row[ENDS] & goal[GOOD] | row[ENDS + 1] & goal[GOOD + 1])


@uncounted
def look_up(storage: Storage, shape: int, goal: Ints, owners: Ints) -> int:
    """Return the row of an answer that says whether the goal is reached; 0 if there is none."""
    key = storage.keys[place_of(storage, shape)]
    if key[SHAPE]:
        for number in range(key[FIRST] + key[NUMBER] - 1, key[FIRST] - 1, -1):
            row = storage.answers[number]
            if _answers(row, goal) and not (_differs(row[0], owners[0]) | _differs(row[1], owners[1])):
                return number
    return 0


@uncounted
def status_of(storage: Storage, answer: int) -> int:
    """Return WON if declarer's side can be sure of the ends of an answer, LOST if the defenders can."""
    return storage.answers[answer, CARDS] >> STATUS


@uncounted
def cards_known(storage: Storage, answer: int, position: Ints) -> int:
    """Return the cards that mattered for an answer: in each suit all those down to one of the cards left."""
    left, known = int(position[:4].sum()), 0
    for suit in range(4):
        number = storage.answers[answer, suit >> 1] >> (SECOND_SUIT if suit & 1 else FIRST_SUIT) & 15
        rest, last = left >> 13 * suit & SUIT, 0
        for _ in range(number):
            last = rest & -rest
            rest ^= last
        known |= (last | last - 1 if last else 0) << 13 * suit
    return known


@compiled
def remember(storage: Storage, position: Ints, shape: int, owners: Ints, status: int, known: int, ends: Ints) -> None:
    """Store the ends a side can be sure of, and which cards mattered: in each suit those down to the lowest of them."""
    row, left = storage.answers[new_row(storage, shape)], int(position[:4].sum())
    row[0], row[1], row[ENDS], row[ENDS + 1] = owners[0] | status << STATUS, owners[1], ends[0], ends[1]
    for suit in range(4):
        number = count((left & known) >> 13 * suit & SUIT)
        row[suit >> 1] |= number << (SECOND_SUIT if suit & 1 else FIRST_SUIT)


@uncounted
def remember_lead(storage: Storage, position: Ints, shape: int, card: int) -> None:
    """Store that this lead got its side its way: its suit, and how many higher cards of it the hand holds."""
    higher = position[position[TURN]] & suit_of(card) & (card - 1)
    storage.keys[place_of(storage, shape), LEAD] = index_of(card) // 13 + 1 << 4 | count(higher)


@uncounted
def lead_that_worked(storage: Storage, position: Ints, shape: int) -> int:
    """Return the lead that got its side its way in the last position of this shape, by suit and place; 0 for none.

    It mostly does so again, whatever the ranks are.
    """
    lead = storage.keys[place_of(storage, shape), LEAD]
    if not lead:
        return 0
    cards = position[position[TURN]] & SUIT << 13 * ((lead >> 4) - 1)
    for _ in range(lead & 15):
        cards &= cards - 1
    return cards & -cards
