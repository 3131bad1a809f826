"""A deal during the play as an array of 22 integers, and the rules of playing a card.

Hands are card sets as in `bots.knowledge`: bit 0 is the ace of spades, so higher cards are lower bits.
Seats are counted from the declarer: 0 declarer, 1 the defender on the left, 2 dummy, 3 the other defender; `seat ^ 2`
is the partner. Tests compare every function here with the engine.
"""

from typing import Final

from .compiling import Ints, entry, index_of, leading_zeros, uncounted

SPADES: Final = 0x1FFF
SUIT: Final = 0x1FFF
DECK: Final = (1 << 52) - 1

# Offsets in a position; the first four numbers are the hands by seat.
TURN: Final = 4  # the seat to play
IN_TRICK: Final = 5  # the number of cards in the trick in progress
LED: Final = 6  # all cards of the suit led, 0 between tricks
BEST: Final = 7  # the winning card so far
BEST_SEAT: Final = 8  # its seat
TABLE: Final = 9  # the cards of the trick in progress
BROKEN: Final = 10  # whether spades are broken
TRICKS_LEFT: Final = 11  # the unfinished tricks
DECLARER_TRICKS: Final = 12  # those won by declarer's side
SEATS_WITH_TRICKS: Final = 13  # a bit for each seat that has won a trick
CONTRACT: Final = 14  # by seat: the contract of its player
NILS: Final = 18  # by seat: a bit for each seat of its side on which a nil of its player applies
SIZE: Final = 22


@uncounted
def suit_of(card: int) -> int:
    """Return all cards of the suit of a card."""
    return SUIT << index_of(card) // 13 * 13


@uncounted
def lowest(cards: int) -> int:
    """Return the last card of a set that is not empty, which is the lowest of its suit."""
    return 1 << (63 - leading_zeros(cards))


@uncounted
def legal(position: Ints) -> int:
    """Return the legal cards of the hand to play (docs/rules.md section 6)."""
    hand = position[position[TURN]]
    if position[IN_TRICK]:
        following = hand & position[LED]
        return following if following else hand
    if position[BROKEN]:
        return hand
    others = hand & ~SPADES
    return others if others else hand


@uncounted
def beating(position: Ints) -> int:
    """Return the cards of the hand to play that win over the best card so far, all of them if it leads."""
    hand = position[position[TURN]]
    if not position[IN_TRICK]:
        return hand
    following = hand & position[LED]
    return (following if following else hand & SPADES) & (position[BEST] - 1)


@entry("I i", is_brief=True)
@uncounted
def play(position: Ints, card: int) -> None:
    """Play a legal card from the hand whose turn it is, and finish the trick if it is the fourth."""
    seat = position[TURN]
    position[seat] ^= card
    position[TABLE] |= card
    if card & SPADES:
        position[BROKEN] = 1
    if not position[IN_TRICK]:
        position[LED] = suit_of(card)
        position[BEST] = card
        position[BEST_SEAT] = seat
    elif card < position[BEST] and card & (position[LED] | SPADES):
        position[BEST] = card
        position[BEST_SEAT] = seat
    if position[IN_TRICK] < 3:
        position[IN_TRICK] += 1
        position[TURN] = (seat + 1) & 3
        return
    winner = position[BEST_SEAT]
    position[TURN] = winner
    position[SEATS_WITH_TRICKS] |= 1 << winner
    position[DECLARER_TRICKS] += 1 - (winner & 1)
    position[TRICKS_LEFT] -= 1
    position[IN_TRICK] = position[LED] = position[TABLE] = 0


@uncounted
def fill_position(start: Ints, hands: Ints, position: Ints) -> None:
    """Copy the position `start`, but with these hands."""
    for seat in range(4):
        position[seat] = hands[seat]
    for offset in range(4, SIZE):
        position[offset] = start[offset]


@uncounted
def side_tricks(position: Ints, seat: int) -> int:
    """Return the finished tricks won by the side of a seat."""
    declarers = position[DECLARER_TRICKS]
    return 13 - position[TRICKS_LEFT] - declarers if seat & 1 else declarers
