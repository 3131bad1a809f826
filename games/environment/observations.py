"""What an agent observes: a vector of numbers from -1 to 1, all of which are in its player's view.

Hands are counted from the viewer as in `actions`. `LAYOUT` says where each part is.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ..engine import (
    DECK,
    BiddingStyle,
    CardPlayed,
    Dealt,
    HandId,
    PeekRule,
    Phase,
    Rules,
    Standing,
    View,
    deal_hands,
    replay,
    view_for,
)
from .actions import MOST_TRICKS, PLACES, hands_from

Hands: TypeAlias = tuple[HandId, HandId, HandId, HandId]
Floats: TypeAlias = npt.NDArray[np.float32]

UNKNOWN: Final = -1.0
"""In the place of a number that the viewer does not know."""


def features(view: View, chosen: Collection[int] = ()) -> Floats:
    """Return what the viewer knows; `chosen` are the places that it has chosen for its peek so far."""
    assert view.viewer is not None, "a spectator is no agent"
    return np.fromiter(chain.from_iterable(part for _name, part in _parts(view, chosen)), np.float32)


def _parts(view: View, chosen: Collection[int]) -> Iterator[tuple[str, Iterable[float]]]:
    assert view.viewer is not None
    hands = hands_from(view.viewer)
    players = hands[:3]
    yield "own hand", _are_in(DECK, view.hand or ())
    yield "open dummy", _are_in(DECK, view.dummy or ())
    yield "cards seen in the face-down dummy", _are_in(DECK, [card for _place, card in view.places])
    yield "trick, by hand", _by_hand(view.trick, hands)
    yield "earlier tricks, by hand", _by_hand(chain.from_iterable(trick.cards for trick in view.tricks), hands)
    yield "phase", _is(view.phase, (Phase.PEEKING, Phase.BIDDING, Phase.PLAYING))
    yield "hand to play", _is(view.to_play, hands)
    yield "dealer", _is(view.dealer, players)
    yield "declarer", _is(view.declarer, players)
    yield "bids, by player", _bids(view, players)
    yield "nils declared, by player and hand", _nils(view, hands)
    yield "contracts, of 13", (_of_13(view.contracts[player]) for player in players)
    yield "tricks taken, of 13", (_of_13(view.taken[hand]) for hand in hands)
    yield "points before, of 1000", (_cut(view.before.points[player] / 1000) for player in players)
    yield "bags before, of 100", (_cut(view.before.bags[player] / 100) for player in players)
    yield "peek rule", _is(view.rules.peek, PeekRule)
    yield "bidding style", _is(view.rules.bidding, BiddingStyle)
    yield "places turned up", _are_in(range(PLACES), view.flipped)
    yield "places chosen", _are_in(range(PLACES), chosen)


def _are_in(things: Iterable[object], members: Collection[object]) -> Iterable[float]:
    return (float(thing in members) for thing in things)


def _is(value: object, members: Iterable[object]) -> Iterable[float]:
    return (float(value == member) for member in members)


def _by_hand(cards: Iterable[CardPlayed], hands: Hands) -> Iterable[float]:
    played = {(on.hand, on.card) for on in cards}
    return (float((hand, card) in played) for hand in hands for card in DECK)


def _bids(view: View, players: Sequence[HandId]) -> Iterable[float]:
    for player in players:
        bid = view.bid_of(player)
        yield from _is(bid and bid.tricks, range(MOST_TRICKS + 1))


def _nils(view: View, hands: Hands) -> Iterable[float]:
    for player in hands[:3]:
        bid = view.bid_of(player)
        yield from _are_in(hands, bid.nils if bid else ())


def _of_13(tricks: int | None) -> float:
    return UNKNOWN if tricks is None else tricks / MOST_TRICKS


def _cut(share: float) -> float:
    return max(-1.0, min(1.0, share))


def _layout() -> dict[str, slice]:
    """Return where the parts are, from any view: they are equally long in all."""
    state = replay([Dealt(Rules(), 0, Standing(), deal_hands(bytes(32)))])
    at, layout = 0, {}
    for name, part in _parts(view_for(state, 0), ()):
        size = len(list(part))
        layout[name] = slice(at, at + size)
        at += size
    return layout


LAYOUT: Final = _layout()
"""Where each part of an observation is."""

SIZE: Final[int] = max(part.stop for part in LAYOUT.values())
"""The length of an observation."""
