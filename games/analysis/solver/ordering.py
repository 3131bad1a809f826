"""Which card to try first: a good guess ends a search early, a bad one only costs time."""

from typing import Final

from games.bots.search import position as at
from games.bots.search.compiling import Ints, compiled, count, index_of
from games.bots.search.position import SPADES, beating, lowest, suit_of
from games.bots.search.tree import distinct

SURE: Final = 1000  # more than any guess


@compiled
def order_moves(position: Ints, takes: bool, first: int, moves: Ints, guesses: Ints) -> int:
    """Fill in the legal cards that differ, the best guess first, and return their number. 0 or one card comes `first`,
    or the one that differs from it in nothing.
    """
    cards, number = distinct(position), 0
    if first:
        first = lowest(cards & suit_of(first) & (first | first - 1))
    while cards:
        card = cards & -cards
        cards ^= card
        guess, place = (SURE if card == first else _guess(position, card, takes)), number
        while place and guesses[place - 1] < guess:
            guesses[place], moves[place] = guesses[place - 1], moves[place - 1]
            place -= 1
        guesses[place], moves[place] = guess, card
        number += 1
    return number


@compiled
def _guess(position: Ints, card: int, takes: bool) -> int:
    """Return how good a card may be; the side to play rather takes tricks, or rather leaves them to the other."""
    low = index_of(card) % 13
    if not position[at.IN_TRICK]:
        return _guess_lead(position, card, low, takes)
    mine = card & beating(position) != 0
    best = card if mine else position[at.BEST]
    seat = position[at.TURN]
    safe = not _is_beaten(position, best, takes)
    if not takes:
        if not mine:
            return 300 - low
        return 100 - low if safe else 150 + low
    if mine:
        return 300 + low if safe else 120 + low
    if position[at.BEST_SEAT] == seat ^ 2 and safe:
        return 310 + low
    return (200 if not card & SPADES else 100) + low


@compiled
def _is_beaten(position: Ints, best: int, by_opponents: bool) -> bool:
    """Whether a hand that plays later to this trick holds a card that beats the best one: any, or an opponent's."""
    turn, led = position[at.TURN], position[at.LED]
    for later in range(1, 4 - position[at.IN_TRICK]):
        if by_opponents and later == 2:
            continue
        hand = position[(turn + later) & 3]
        following = hand & led
        if (following if following else hand & SPADES) & (best - 1):
            return True
    return False


@compiled
def _guess_lead(position: Ints, card: int, low: int, takes: bool) -> int:
    seat, suit = position[at.TURN], suit_of(card)
    left, right, partner = position[(seat + 1) & 3], position[(seat + 3) & 3], position[seat ^ 2]
    higher = (card - 1) & suit
    theirs = (left | right) & higher
    if not takes:
        return 100 + 4 * low - 6 * count((position[seat] | partner) & higher) + (20 if theirs else 0)
    ruffed = suit != SPADES and ((not left & suit and left & SPADES) or (not right & suit and right & SPADES))
    if not theirs and not ruffed:
        return 300 + count(position[seat] & suit) + low
    best = (left | right | partner) & suit
    if partner & best & -best and not ruffed:
        return 220 + low
    if suit != SPADES and not partner & suit and partner & SPADES:
        return 200 + low
    return 100 + low - (30 if suit == SPADES else 0)
