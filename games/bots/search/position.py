"""A deal during the play as 22 whole numbers, and the rules of a card played to it.

Hands are card sets as in `games.bots.cardsets`: bit 0 is the ace of spades, so the better card is the lower bit.
Seats are counted from the declarer: 0 declarer, 1 the defender on the left, 2 dummy, 3 the other defender; `seat ^ 2`
is the partner. The engine stays the authority: tests hold every function here against it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .compiling import Ints, compiled, leading_zeros

SPADES: Final = 0x1FFF
SUIT: Final = 0x1FFF
DECK: Final = (1 << 52) - 1

# Places in a position; the first four are the hands by seat.
TURN: Final = 4
IN_TRICK: Final = 5
LED: Final = 6
BEST: Final = 7
BEST_SEAT: Final = 8
TABLE: Final = 9
BROKEN: Final = 10
LEFT: Final = 11
DECLARERS: Final = 12
TOOK: Final = 13
CONTRACT: Final = 14
NILS: Final = 18
SIZE: Final = 22
"""`TURN` is the seat to play, `IN_TRICK` the number of cards on the table and `TABLE` their set; `LED` the set of all
cards of the suit led (0 between tricks), `BEST` the card that wins so far and `BEST_SEAT` who played it; `LEFT` the
tricks not yet finished, `DECLARERS` those the declarer's side has; `TOOK` has the bit of each seat that won a trick.
At `CONTRACT + seat` stands the contract of the seat's player, at `NILS + seat` a bit for each hand of the side that
this player has a nil on.
"""


@compiled
def suit_of(card: int) -> int:
    """All cards of the suit of a card, from its bit."""
    if card < 1 << 13:
        return 0x1FFF
    if card < 1 << 26:
        return 0x1FFF << 13
    if card < 1 << 39:
        return 0x1FFF << 26
    return 0x1FFF << 39


@compiled
def lowest(cards: int) -> int:
    """The last card of a set that is not empty: the lowest of its suit."""
    return 1 << (63 - leading_zeros(cards))


@compiled
def legal(position: Ints) -> int:
    """The cards the hand to play may play (RULES section 6)."""
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
    """The cards of the hand to play that would win over the best so far, all of them if it leads."""
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
    position[TOOK] |= 1 << winner
    position[DECLARERS] += 1 - (winner & 1)
    position[LEFT] -= 1
    position[IN_TRICK] = 0
    position[LED] = 0
    position[TABLE] = 0


@compiled
def side_tricks(position: Ints, seat: int) -> int:
    """The finished tricks of the side of a seat."""
    declarers = position[DECLARERS]
    return 13 - position[LEFT] - declarers if seat & 1 else declarers


def empty_position() -> Ints:
    """A position to be filled in."""
    return np.zeros(SIZE, dtype=np.int64)
