"""Fast rules for playing a simulated deal to its end.

They use the hand to play, the set of cards still out and the contracts, but not who holds which card.
"""

from typing import Final

from . import position as at
from .compiling import Ints, count, uncounted
from .luck import draw, pick
from .position import SPADES, SUIT, beating, legal, lowest, play

RANDOM_CARD_THRESHOLD: Final = (1 << 31) // 20  # one card in twenty is a random legal one


@uncounted
def seats_wanting_tricks(position: Ints) -> int:
    """Return a bit for each seat whose player wants tricks, for their contract or against that of an opponent."""
    left = position[at.TRICKS_LEFT]
    declarer = position[at.CONTRACT] - position[at.DECLARER_TRICKS]
    defended = 13 - left - position[at.DECLARER_TRICKS]
    one, three = position[at.CONTRACT + 1] - defended, position[at.CONTRACT + 3] - defended
    bits = 0
    if 0 < declarer <= left or _close(one, left) or _close(three, left):
        bits |= 5
    if 0 < one <= left or _close(declarer, left):
        bits |= 2
    if 0 < three <= left or _close(declarer, left):
        bits |= 8
    return bits


@uncounted
def _close(need: int, left: int) -> bool:
    """Whether a contract is open and needs at least half of the tricks left."""
    return 0 < need <= left <= 2 * need


@uncounted
def lowest_of_all(cards: int) -> int:
    """Return the card of lowest rank in a set that is not empty; a spade only if there is no other suit."""
    hearts, diamonds, clubs = (cards >> 13) & SUIT, (cards >> 26) & SUIT, cards >> 39
    if hearts >= diamonds and hearts >= clubs:
        return lowest(hearts) << 13 if hearts else lowest(cards)
    return lowest(diamonds) << 26 if diamonds >= clubs else lowest(clubs) << 39


@uncounted
def highest_of_all(cards: int) -> int:
    """Return the card of highest rank in a set that is not empty; among equal ranks the spade."""
    best, card = 1 << 13, 0
    for shift in (0, 13, 26, 39):
        suit = (cards >> shift) & SUIT
        top = suit & -suit
        if suit and top < best:
            best, card = top, top << shift
    return card


@uncounted
def choose(position: Ints, wanting: int) -> int:
    """Return the card that the rules play from the hand whose turn it is."""
    seat = position[at.TURN]
    live = ~position[at.SEATS_WITH_TRICKS]
    partner = seat ^ 2
    nils = position[at.NILS + seat] & live
    if nils >> seat & 1:
        return _duck(position, legal(position))
    attacked_nils = (position[at.NILS + (seat ^ 1)] | position[at.NILS + (seat ^ 3)]) & live & (10 >> (seat & 1))
    if not position[at.IN_TRICK]:
        return _lead(position, legal(position), wanting >> seat & 1 and not attacked_nils)
    if attacked_nils and attacked_nils >> position[at.BEST_SEAT] & 1:
        return _duck(position, legal(position))
    return _follow(position, wanting >> seat & 1 or nils >> partner & 1, nils >> partner & 1)


@uncounted
def _lead(position: Ints, cards: int, wanted: int) -> int:
    if not wanted:
        return lowest_of_all(cards)
    seat = position[at.TURN]
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


@uncounted
def _follow(position: Ints, wanted: int, cover: int) -> int:
    cards = legal(position)
    if not wanted:
        return _duck(position, cards)
    seat, best = position[at.TURN], position[at.BEST]
    winners = beating(position)
    last = position[at.IN_TRICK] == 3
    if not winners:
        return lowest_of_all(cards)
    if position[at.BEST_SEAT] == seat ^ 2 and not cover:
        if last or best & SPADES or not _beatable(position, best):
            return lowest_of_all(cards)
        top = winners & -winners
        return top if not _beatable(position, top) and not winners & SPADES else lowest_of_all(cards)
    if last or not winners & position[at.LED]:
        return lowest(winners)
    top = winners & -winners
    if position[at.IN_TRICK] == 1 and _beatable(position, top):
        return lowest_of_all(cards)
    return top


@uncounted
def _beatable(position: Ints, best: int) -> int:
    """Return the higher cards of the suit led that other hands hold, seen from the hand to play."""
    out = (position[0] | position[1] | position[2] | position[3]) & ~position[position[at.TURN]]
    return out & position[at.LED] & (best - 1)


@uncounted
def _duck(position: Ints, cards: int) -> int:
    if not position[at.IN_TRICK]:
        return lowest_of_all(cards)
    safe = cards & ~beating(position)
    if safe:
        return highest_of_all(safe)
    return cards & -cards if position[at.IN_TRICK] == 3 else lowest_of_all(cards)


@uncounted
def play_out(position: Ints, rng: Ints) -> None:
    """Play the deal to its end, with a random card now and then."""
    wanting = seats_wanting_tricks(position)
    while position[at.TRICKS_LEFT]:
        card = pick(rng, legal(position)) if draw(rng) < RANDOM_CARD_THRESHOLD else choose(position, wanting)
        play(position, card)
        if not position[at.IN_TRICK]:
            wanting = seats_wanting_tricks(position)
