"""The numbers of actions: 0 to 51 play a card, the next 224 bid, and the last 13 choose a place of the dummy.

Hands are counted from the acting player: 0 is its own, 1 and 2 the next ones clockwise, 3 the dummy. So a number means
the same from each seat.
"""

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from ..engine import DECK, DUMMY, Action, Bid, BidOption, HandId, Peek, Play, Player, View, clockwise_from

FIRST_BID: Final = len(DECK)
NIL_SETS: Final = 16
"""How many sets of hands can be declared nil: bit 0 of a set is the own hand, bit 3 the dummy."""

MOST_TRICKS: Final = 13
FIRST_PLACE: Final = FIRST_BID + (MOST_TRICKS + 1) * NIL_SETS
PLACES: Final = 13
ACTIONS: Final = FIRST_PLACE + PLACES
"""The number of actions."""


def hands_from(player: Player) -> tuple[HandId, HandId, HandId, HandId]:
    """Return the four hands as `player` counts them."""
    return (*clockwise_from(player), DUMMY)


def number_of(action: Action) -> int:
    """Return the number of a card or bid. Raises ValueError for another action (see `numbers_of`)."""
    if isinstance(action, Play):
        return action.card.index
    if isinstance(action, Bid):
        return _number_of_bid(action.player, action.tricks, action.nils)
    raise ValueError(f"this has not one number: {action}")


def numbers_of(action: Action) -> tuple[int, ...]:
    """Return the numbers of an action, to be done one after the other: of a peek one for each place, else a single one.

    Raises ValueError for a claim or an answer to one, which have no numbers.
    """
    if isinstance(action, Peek):
        return tuple(FIRST_PLACE + place for place in action.places)
    return (number_of(action),)


def _number_of_bid(player: Player, tricks: int, nils: Collection[HandId]) -> int:
    hands = hands_from(player)
    return FIRST_BID + NIL_SETS * tricks + sum(1 << hands.index(hand) for hand in nils)


def action_of(number: int, player: Player) -> Play | Bid:
    """Return the card or bid with this number, legal or not."""
    if number < FIRST_BID:
        return Play(player, DECK[number])
    tricks, nils = divmod(number - FIRST_BID, NIL_SETS)
    hands = hands_from(player)
    return Bid(player, tricks, frozenset(hand for at, hand in enumerate(hands) if nils >> at & 1))


def place_of(number: int) -> int:
    """Return the place of the dummy with this number, 0 to 12."""
    return number - FIRST_PLACE


def legal_numbers(view: View, chosen: Collection[int] = ()) -> tuple[int, ...]:
    """Return the numbers of what the viewer may do now: none for a claim or an answer to one.

    `chosen` are the places that it has chosen for its peek so far. Raises ValueError for the view of a spectator.
    """
    player = view.viewer
    if player is None:
        raise ValueError("a spectator does nothing")
    if view.playable:
        return tuple([card.index for card in view.playable])
    if view.peek_count:
        return tuple(FIRST_PLACE + place for place in range(PLACES) if place not in view.flipped.union(chosen))
    return _numbers_of_bids(player, view.bid_options)


@lru_cache(maxsize=256)
def _numbers_of_bids(player: Player, options: tuple[BidOption, ...]) -> tuple[int, ...]:
    return tuple(
        _number_of_bid(player, tricks, nils) for option in options for tricks in option.tricks for nils in option.nils
    )
