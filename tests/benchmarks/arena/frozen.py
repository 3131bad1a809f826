"""The rules of thumb of the reference bots. They are frozen: do not change what they do when you improve the bots.

They share only the rules of the game, `games.bots.search.position`, with the bots that are measured.
"""

from typing import Final

import numpy as np

from games.bots.search.compiling import Ints, compiled, count
from games.bots.search.position import (
    BEST,
    BEST_SEAT,
    CONTRACT,
    DECLARER_TRICKS,
    IN_TRICK,
    LED,
    NILS,
    SEATS_WITH_TRICKS,
    SPADES,
    SUIT,
    TRICKS_LEFT,
    TURN,
    beating,
    legal,
    lowest,
    play,
)

SPADE_TRICKS: Final = (1.45, 1.14, 0.87, 0.63, 0.45, 0.37, 0.32, 0.3, 0.28, 0.26, 0.24, 0.24, 0.24)
SIDE_TRICKS: Final = (1.08, 0.67, 0.25, 0.07)
SHORTNESS: Final = (0.55, 0.29, 0.09)


@compiled
def seats_wanting_tricks(position: Ints) -> int:
    """Return a bit for each seat whose player wants tricks, for their contract or against that of an opponent."""
    left = position[TRICKS_LEFT]
    declarer = position[CONTRACT] - position[DECLARER_TRICKS]
    defended = 13 - left - position[DECLARER_TRICKS]
    one, three = position[CONTRACT + 1] - defended, position[CONTRACT + 3] - defended
    bits = 0
    if 0 < declarer <= left or _close(one, left) or _close(three, left):
        bits |= 5
    if 0 < one <= left or _close(declarer, left):
        bits |= 2
    if 0 < three <= left or _close(declarer, left):
        bits |= 8
    return bits


@compiled
def _close(need: int, left: int) -> bool:
    """Whether a contract is open and needs at least half of the tricks left."""
    return 0 < need <= left <= 2 * need


@compiled
def lowest_of_all(cards: int) -> int:
    """Return the card of lowest rank in a set that is not empty; a spade only if there is no other suit."""
    hearts, diamonds, clubs = (cards >> 13) & SUIT, (cards >> 26) & SUIT, cards >> 39
    if hearts >= diamonds and hearts >= clubs:
        return lowest(hearts) << 13 if hearts else lowest(cards)
    return lowest(diamonds) << 26 if diamonds >= clubs else lowest(clubs) << 39


@compiled
def highest_of_all(cards: int) -> int:
    """Return the card of highest rank in a set that is not empty; among equal ranks the spade."""
    best, found = 1 << 13, 0
    for shift in (0, 13, 26, 39):
        suit = (cards >> shift) & SUIT
        top = suit & -suit
        if suit and top < best:
            best, found = top, top << shift
    return found


@compiled
def choose(position: Ints, wanting: int) -> int:
    """Return the card that the rules play from the hand whose turn it is."""
    seat = position[TURN]
    live = ~position[SEATS_WITH_TRICKS]
    partner = seat ^ 2
    nils = position[NILS + seat] & live
    if nils >> seat & 1:
        return _duck(position, legal(position))
    attacked_nils = (position[NILS + (seat ^ 1)] | position[NILS + (seat ^ 3)]) & live & (10 >> (seat & 1))
    if not position[IN_TRICK]:
        return _lead(position, legal(position), wanting >> seat & 1 and not attacked_nils)
    if attacked_nils and attacked_nils >> position[BEST_SEAT] & 1:
        return _duck(position, legal(position))
    return _follow(position, wanting >> seat & 1 or nils >> partner & 1, nils >> partner & 1)


@compiled
def _lead(position: Ints, cards: int, wanted: int) -> int:
    if not wanted:
        return lowest_of_all(cards)
    seat = position[TURN]
    own = position[seat]
    out = (position[0] | position[1] | position[2] | position[3]) & ~own
    best, most = 0, 0
    for shift in (13, 26, 39):
        suit, others = (cards >> shift) & SUIT, (out >> shift) & SUIT
        if suit and others and (suit & -suit) < (others & -others):
            number = count(others)
            if number > most:
                best, most = (suit & -suit) << shift, number
    if best:
        return best
    spades, others = cards & SPADES, out & SPADES
    if spades and ((spades & -spades) < (others & -others) or not others):
        return spades & -spades
    return lowest_of_all(cards)


@compiled
def _follow(position: Ints, wanted: int, cover: int) -> int:
    cards = legal(position)
    if not wanted:
        return _duck(position, cards)
    seat, best = position[TURN], position[BEST]
    winners = beating(position)
    last = position[IN_TRICK] == 3
    if not winners:
        return lowest_of_all(cards)
    if position[BEST_SEAT] == seat ^ 2 and not cover:
        if last or best & SPADES or not _beatable(position, best):
            return lowest_of_all(cards)
        top = winners & -winners
        return top if _is_highest(position, top) and not winners & SPADES else lowest_of_all(cards)
    if last or not winners & position[LED]:
        return lowest(winners)
    top = winners & -winners
    if position[IN_TRICK] == 1 and not _is_highest(position, top):
        return lowest_of_all(cards)
    return top


@compiled
def _beatable(position: Ints, best: int) -> int:
    """Return the higher cards of the suit led that other hands hold, seen from the hand to play."""
    out = (position[0] | position[1] | position[2] | position[3]) & ~position[position[TURN]]
    return out & position[LED] & (best - 1)


@compiled
def _is_highest(position: Ints, card: int) -> bool:
    return not _beatable(position, card)


@compiled
def _duck(position: Ints, cards: int) -> int:
    if not position[IN_TRICK]:
        return lowest_of_all(cards)
    safe = cards & ~beating(position)
    if safe:
        return highest_of_all(safe)
    return cards & -cards if position[IN_TRICK] == 3 else lowest_of_all(cards)


@compiled
def play_out(position: Ints) -> None:
    """Play the deal to its end."""
    wanting = seats_wanting_tricks(position)
    while position[TRICKS_LEFT]:
        play(position, choose(position, wanting))
        if not position[IN_TRICK]:
            wanting = seats_wanting_tricks(position)


@compiled
def tricks_in(hand: int) -> float:
    """Return the tricks that a hand of 13 takes on average."""
    spades = hand & SUIT
    tricks = -0.53 + 0.5 * max(0, count(spades) - 4)
    for place in range(13):
        tricks += SPADE_TRICKS[place] * (spades >> place & 1)
    for shift in (13, 26, 39):
        suit = hand >> shift & SUIT
        for place in range(4):
            tricks += SIDE_TRICKS[place] * (suit >> place & 1)
        if count(suit) < 3:
            tricks += SHORTNESS[count(suit)] * min(3, count(spades))
    return max(0.0, tricks)


@compiled
def bid(style: int, player: int, hand: int) -> tuple[int, int]:
    """Return the tricks that bot H bids with a hand, and a bit for each hand it declares nil."""
    tricks, spades = tricks_in(hand), count(hand & SUIT)
    nil = tricks < 0.5
    if style == 0:
        return (2, 1 << player) if nil else (int(np.rint(tricks + 2.1)), 0)
    if style == 1:
        return (4, 1 << player) if tricks < 2.0 else (max(4, int(np.rint(tricks + 0.5))), 15 ^ 1 << player)
    return (0, 1 << player) if not spades or (nil and style == 3) else (spades, 0)
