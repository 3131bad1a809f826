"""What an agent observes: a vector of numbers from -1 to 1, all of which are in its player's view.

Hands are counted from the viewer as in `actions`. `LAYOUT` says where each part is.
"""

from array import array
from collections.abc import Collection
from functools import lru_cache
from itertools import accumulate
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engine import (
    DECK,
    DUMMY,
    HANDS,
    PLAYERS,
    BiddingStyle,
    PeekRule,
    Phase,
    Player,
    Rules,
    Standing,
    State,
    View,
    clockwise_from,
    view_for,
)
from .actions import MOST_TRICKS, PLACES, hands_from

Floats: TypeAlias = npt.NDArray[np.float32]

CARDS: Final = len(DECK)
UNKNOWN: Final = -1.0
"""In the place of a number that the viewer does not know."""

_PARTS: Final = {
    "own hand": CARDS,
    "open dummy": CARDS,
    "places in the face-down dummy of cards seen, of 13": CARDS,
    "trick, by hand": len(HANDS) * CARDS,
    "earlier tricks, by hand": len(HANDS) * CARDS,
    "numbers of earlier tricks by card, of 13": CARDS,
    "phase": len(Phase) - 1,
    "hand to play": len(HANDS),
    "dealer": len(PLAYERS),
    "declarer": len(PLAYERS),
    "players who have peeked": len(PLAYERS),
    "bids, by player": len(PLAYERS) * (MOST_TRICKS + 1),
    "nils declared, by player and hand": len(PLAYERS) * len(HANDS),
    "contracts, of 13": len(PLAYERS),
    "tricks taken, of 13": len(HANDS),
    "points before, of 1000": len(PLAYERS),
    "bags before, of 100": len(PLAYERS),
    "peek rule": len(PeekRule),
    "bidding style": len(BiddingStyle),
    "target, of 1000": 1,
    "bag limit, of 100": 1,
    "floor, of 1000": 1,
    "places turned up": PLACES,
    "places chosen": PLACES,
}

_ENDS: Final = tuple(accumulate(_PARTS.values()))

LAYOUT: Final = {name: slice(end - size, end) for (name, size), end in zip(_PARTS.items(), _ENDS, strict=True)}
"""Where each part of an observation is."""

SIZE: Final[int] = _ENDS[-1]
"""The length of an observation."""

WHOLE_SIZE: Final[int] = SIZE + 3 * CARDS
"""The length of what `whole_state` returns."""

_SEEN: Final = LAYOUT["places in the face-down dummy of cards seen, of 13"].start
_OPEN: Final = LAYOUT["open dummy"].start
_TRICK: Final = LAYOUT["trick, by hand"].start
_EARLIER: Final = LAYOUT["earlier tricks, by hand"].start
_NUMBERS: Final = LAYOUT["numbers of earlier tricks by card, of 13"].start
_PHASE: Final = LAYOUT["phase"].start
_TO_PLAY: Final = LAYOUT["hand to play"].start
_DEALER: Final = LAYOUT["dealer"].start
_DECLARER: Final = LAYOUT["declarer"].start
_PEEKED: Final = LAYOUT["players who have peeked"].start
_BIDS: Final = LAYOUT["bids, by player"].start
_NILS: Final = LAYOUT["nils declared, by player and hand"].start
_AMOUNTS: Final = slice(LAYOUT["contracts, of 13"].start, LAYOUT["tricks taken, of 13"].stop)
_BEFORE: Final = slice(LAYOUT["points before, of 1000"].start, LAYOUT["floor, of 1000"].stop)
_UP: Final = LAYOUT["places turned up"].start
_CHOSEN: Final = LAYOUT["places chosen"].start

_SEATS: Final = tuple(tuple(hands_from(player).index(hand) for hand in HANDS) for player in PLAYERS)
"""By player, where it counts the four hands."""

_NOTHING: Final = bytes(4 * SIZE)
"""A vector of zeros."""

_PHASES: Final = tuple(Phase)


def features(view: View, chosen: Collection[int] = ()) -> Floats:
    """Return what the viewer knows, as a vector of `SIZE` numbers; `chosen` are the places that it has chosen for its
    peek so far. Raises ValueError for the view of a spectator.
    """
    if view.viewer is None:
        raise ValueError("a spectator is no agent")
    seats, vector = _SEATS[view.viewer], array("f", _NOTHING)  # numbers are set in half the time of numpy's
    for true in (*_facts(view, seats), *_played(view, seats), *(_CHOSEN + place for place in chosen)):
        vector[true] = 1
    for place, card in view.places:
        vector[_SEEN + card.index] = (place + 1) / PLACES
    for number, trick in enumerate(view.tricks, start=1):
        part = number / MOST_TRICKS
        for on in trick.cards:
            vector[_NUMBERS + on.card.index] = part
    vector[_AMOUNTS] = array("f", _amounts(view, seats))
    vector[_BEFORE] = _amounts_before(view.viewer, view.before, view.rules)
    return np.frombuffer(vector, np.float32)


def whole_state(state: State) -> Floats:
    """Return the deal with all hidden cards: what player 0 observes, then the cards left in hands 1, 2 and the dummy,
    52 numbers each.
    """
    vector = np.zeros(WHOLE_SIZE, np.float32)
    vector[:SIZE] = features(view_for(state, 0))
    vector[[SIZE + (hand - 1) * CARDS + card.index for hand in (1, 2, DUMMY) for card in state.hands[hand]]] = 1
    return vector


def _facts(view: View, seats: tuple[int, ...]) -> list[int]:
    """Return the places of what is true of the deal, but for the cards that were played."""
    true = [card.index for card in view.hand or ()]
    true += [_OPEN + card.index for card in view.dummy or ()]
    true += [_PEEKED + seats[player] for player in view.looked]
    true += [_UP + place for place in view.flipped]
    true.append(_DEALER + seats[view.dealer])
    if view.phase is not Phase.FINISHED:
        true.append(_PHASE + _PHASES.index(view.phase))
    if view.to_play is not None:
        true.append(_TO_PLAY + seats[view.to_play])
    if view.declarer is not None:
        true.append(_DECLARER + seats[view.declarer])
    for bid in view.bids:
        true.append(_BIDS + (MOST_TRICKS + 1) * seats[bid.player] + bid.tricks)
        true += [_NILS + len(HANDS) * seats[bid.player] + seats[hand] for hand in bid.nils]
    return true


def _played(view: View, seats: tuple[int, ...]) -> list[int]:
    """Return the places of the cards that were played, by hand."""
    trick, earlier = [_TRICK + CARDS * seat for seat in seats], [_EARLIER + CARDS * seat for seat in seats]
    places = [trick[on.hand] + on.card.index for on in view.trick]
    for finished in view.tricks:
        places += [earlier[on.hand] + on.card.index for on in finished.cards]
    return places


def _amounts(view: View, seats: tuple[int, ...]) -> list[float]:
    """Return the parts from the contracts to the tricks taken, which follow one another."""
    amounts = [UNKNOWN] * (len(PLAYERS) + len(HANDS))
    for player, contract in enumerate(view.contracts):
        if contract is not None:
            amounts[seats[player]] = contract / MOST_TRICKS
    for hand, tricks in enumerate(view.taken):
        amounts[len(PLAYERS) + seats[hand]] = tricks / MOST_TRICKS
    return amounts


@lru_cache(maxsize=1024)
def _amounts_before(viewer: Player, before: Standing, rules: Rules) -> "array[float]":
    """Return the parts from the points before to the floor. A limit or a floor that the rules do not have is 0."""
    players = clockwise_from(viewer)
    points, bags = [before.points[it] / 1000 for it in players], [before.bags[it] / 100 for it in players]
    peeks, styles = [rules.peek is rule for rule in PeekRule], [rules.bidding is style for style in BiddingStyle]
    limits = [rules.target / 1000, (rules.bag_limit or 0) / 100, (rules.floor or 0) / 1000]
    return array("f", [min(1, max(-1, amount)) for amount in (*points, *bags, *peeks, *styles, *limits)])
