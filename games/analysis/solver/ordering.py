"""Which card to try first: a good guess ends a search early, a bad one only costs time.

Of cards that get a side its way, the best is the one whose proof is the shortest. So a side rather keeps the lead, and
leads suits to which the opponents have few different answers: they have to be refuted one by one. The numbers were
tuned by the size of searches (see docs/analysis.md).
"""

from typing import Final

from ...bots.search import position as at
from ...bots.search.cards import distinct
from ...bots.search.compiling import Ints, count, index_of, uncounted
from ...bots.search.position import SPADES, beating, lowest, suit_of

SURE: Final = 1000  # more than any guess


@uncounted
def order_moves(position: Ints, takes: bool, first: int, moves: Ints, guesses: Ints) -> int:
    """Fill in the legal cards that differ, the best guess first, and return their number. 0 or one card comes `first`,
    or the one that differs from it in nothing.
    """
    cards, number = distinct(position), 0
    if not cards & cards - 1:
        moves[0] = cards
        return 1
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


@uncounted
def _guess(position: Ints, card: int, takes: bool) -> int:
    """Return how good a card may be; the side to play rather takes tricks, or rather leaves them to the other."""
    low = index_of(card) % 13
    if not position[at.IN_TRICK]:
        return _guess_lead_to_take(position, card, low) if takes else _guess_lead_to_lose(position, card, low)
    mine = card & beating(position) != 0
    safe = not _is_beaten(position, card if mine else position[at.BEST], takes)
    if mine:
        return _guess_win(low, takes, safe)
    if not takes:
        return 300 - 2 * low - 10 * _discarded_from(position, card) - (240 if card & SPADES else 0)
    if safe and position[at.BEST_SEAT] == position[at.TURN] ^ 2:
        return 360 + low - 2 * _discarded_from(position, card)
    return (100 if card & SPADES else 200) + low - 2 * _discarded_from(position, card)


@uncounted
def _guess_win(low: int, takes: bool, safe: bool) -> int:
    if takes:
        return 300 + low if safe else 240
    return 340 + low if safe else 150 - low


@uncounted
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


@uncounted
def _discarded_from(position: Ints, card: int) -> int:
    """Return how many cards of its suit the hand has, if this card does not follow suit; otherwise 0."""
    return 0 if card & position[at.LED] else count(position[position[at.TURN]] & suit_of(card))


@uncounted
def _guess_lead_to_lose(position: Ints, card: int, low: int) -> int:
    return 100 - 2 * low - 15 * _answers(position, suit_of(card)) - (30 if card & SPADES else 0)


@uncounted
def _guess_lead_to_take(position: Ints, card: int, low: int) -> int:
    seat, suit = position[at.TURN], suit_of(card)
    left, right, partner = position[(seat + 1) & 3], position[(seat + 3) & 3], position[seat ^ 2]
    guess = -9 * _answers(position, suit) - (0 if left & suit and right & suit else 240)
    ruffed = suit != SPADES and ((not left & suit and left & SPADES) or (not right & suit and right & SPADES))
    best = (left | right | partner) & suit
    if not (left | right) & suit & (card - 1) and not ruffed:
        return guess + 240 + 6 * low - (60 if suit == SPADES else 0)
    if partner & best & -best and not ruffed:
        return guess + 220 + 3 * low
    if suit != SPADES and not partner & suit and partner & SPADES:
        return guess + 200
    return guess + (-20 if suit == SPADES else 70)


@uncounted
def _answers(position: Ints, suit: int) -> int:
    """Return the number of cards with which the opponents may answer a lead of this suit."""
    seat = position[at.TURN]
    return _choices(position[(seat + 1) & 3], suit) + _choices(position[(seat + 3) & 3], suit)


@uncounted
def _choices(hand: int, suit: int) -> int:
    following = hand & suit
    return count(following if following else hand)
