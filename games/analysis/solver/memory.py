"""What a search remembers: which ends a side can be sure of in positions between two tricks.

An answer holds for all positions with equally long suits in the same hands in which the cards that mattered lie in the
same hands, whatever the lower ones are (partition search, Ginsberg 1996). Cards count by their order among those left.
It holds for every goal: one that has all those ends is reached, if they are declarer's answer, and one that has none of
them is missed, if they are the defenders'.
"""

from games.bots.search.compiling import Ints, compiled, count, index_of, uncounted
from games.bots.search.position import SUIT, TURN, suit_of

from .goals import GOOD, WON
from .storage import FIRST, LEAD, NUMBER, SHAPE, Storage, new_row, place_of

# Columns of an answer: two words for the cards, spades and hearts in the first, diamonds and clubs in the second, and
# two for the ends. A word of cards has the owners of those left, two bits each, from the highest of a suit on. From
# these bits on follow how many cards of the first and of the second suit mattered, and in the first word the status.
CARDS, ENDS = 0, 2
FIRST_SUIT, SECOND_SUIT, STATUS = 52, 56, 60


@uncounted
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
    left, known = position[:4].sum(), 0
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
    row, left = storage.answers[new_row(storage, shape)], position[:4].sum()
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
