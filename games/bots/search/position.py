"""A deal during the play as an array of 22 integers, and the rules of playing a card.

Hands are card sets as in `games.bots.cardsets`: bit 0 is the ace of spades, so higher cards are lower bits.
Seats are counted from the declarer: 0 declarer, 1 the defender on the left, 2 dummy, 3 the other defender; `seat ^ 2`
is the partner. Tests compare every function here with the engine.
"""

from typing import Final

from .compiling import Ints, compiled, leading_zeros

SPADES: Final = 0x1FFF
SUIT: Final = 0x1FFF
DECK: Final = (1 << 52) - 1

# Offsets in a position; the first four numbers are the hands by seat.
TURN: Final = 4
IN_TRICK: Final = 5
LED: Final = 6
BEST: Final = 7
BEST_SEAT: Final = 8
TABLE: Final = 9
BROKEN: Final = 10
TRICKS_LEFT: Final = 11
DECLARER_TRICKS: Final = 12
SEATS_WITH_TRICKS: Final = 13
CONTRACT: Final = 14
NILS: Final = 18
SIZE: Final = 22
"""`TURN` is the seat to play. `IN_TRICK` is the number of cards in the trick in progress, `TABLE` is their set.
`LED` is the set of all cards of the suit led (0 between tricks), `BEST` the winning card so far, `BEST_SEAT` its seat.
`TRICKS_LEFT` are the unfinished tricks, `DECLARER_TRICKS` those won by declarer's side; `SEATS_WITH_TRICKS` has a bit
for each seat that has won a trick. `CONTRACT + seat` is the contract of the seat's player; `NILS + seat` has a bit for
each seat of the side on which a nil of this player applies.
"""


@compiled
def suit_of(card: int) -> int:
    """Return all cards of the suit of a card."""
    if card < 1 << 13:
        return 0x1FFF
    if card < 1 << 26:
        return 0x1FFF << 13
    if card < 1 << 39:
        return 0x1FFF << 26
    return 0x1FFF << 39


@compiled
def lowest(cards: int) -> int:
    """Return the last card of a set that is not empty, which is the lowest of its suit."""
    return 1 << (63 - leading_zeros(cards))


@compiled
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


@compiled
def beating(position: Ints) -> int:
    """Return the cards of the hand to play that win over the best card so far, all of them if it leads."""
    hand = position[position[TURN]]
    if not position[IN_TRICK]:
        return hand
    following = hand & position[LED]
    return (following if following else hand & SPADES) & (position[BEST] - 1)


@compiled
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
    else:
        _finish_trick(position)


@compiled
def _finish_trick(position: Ints) -> None:
    winner = position[BEST_SEAT]
    position[TURN] = winner
    position[SEATS_WITH_TRICKS] |= 1 << winner
    position[DECLARER_TRICKS] += 1 - (winner & 1)
    position[TRICKS_LEFT] -= 1
    position[IN_TRICK] = 0
    position[LED] = 0
    position[TABLE] = 0


@compiled
def side_tricks(position: Ints, seat: int) -> int:
    """Return the finished tricks won by the side of a seat."""
    declarers = position[DECLARER_TRICKS]
    return 13 - position[TRICKS_LEFT] - declarers if seat & 1 else declarers
