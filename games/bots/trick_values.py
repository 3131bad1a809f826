"""What the trick in progress is worth to the player on turn, depending on the hand that wins it."""

from dataclasses import dataclass
from typing import Final

from games.engine import PLAYERS, Player, View

from .knowledge import Knowledge

# All values are in units of a trick that the player's contract needs.
OWN_NIL: Final = 3.0
THEIR_NIL: Final = 2.0
BAG: Final = -0.15
FREE_OVERTRICK: Final = 0.05
SET_THEM: Final = 0.8
BAG_THEM: Final = -0.05
SET_THE_OTHER_DEFENDER: Final = -0.25
EASY_SHARE: Final = 0.3
"""A contract that needs at most this share of the remaining tricks counts as safe."""


@dataclass(frozen=True, slots=True)
class TrickValues:
    """The value of one more trick for the player's side, and the value of this trick by the hand that wins it."""

    own_side: float
    by_winner: tuple[float, ...]


def trick_values(known: Knowledge) -> TrickValues:
    """Return the values for the player on turn; a trick that the player's contract needs is worth 1.0."""
    own_side = _trick_value(known.view, known.me, known.partner)
    by_winner = [own_side if hand in known.own_side else 0.0 for hand in range(4)]
    for player in PLAYERS:
        for hand in set(known.view.nils[player]):
            if not known.view.taken[hand]:
                by_winner[hand] += _nil_value(known, player)
    return TrickValues(own_side, tuple(by_winner))


def _nil_value(known: Knowledge, player: Player) -> float:
    """Return the value of a trick won by a hand on which this player's nil applies; 0 for the partner's nils."""
    if player == known.me:
        return -OWN_NIL
    return 0.0 if player in known.own_side else THEIR_NIL


def _trick_value(view: View, me: Player, partner: int) -> float:
    left = 13 - len(view.tricks)
    value = _own_value(view, me, left)
    for player in PLAYERS:
        if player != me and player != partner:
            value += _value_against(view, player, left)
    if value <= 0 and partner in PLAYERS:
        value += SET_THE_OTHER_DEFENDER * _difficulty(view, partner, left)
    return value


def _own_value(view: View, me: Player, left: int) -> float:
    need = _tricks_needed(view, me)
    if need > left:
        return 0.0
    if need > 0:
        return 1.0
    return FREE_OVERTRICK if view.rules.bag_limit is None else BAG


def _value_against(view: View, player: Player, left: int) -> float:
    """Return the value of a trick that this opponent does not get: it may set the contract or save a bag."""
    need = _tricks_needed(view, player)
    if need > left:
        return 0.0
    return BAG_THEM if need <= 0 else SET_THEM * _difficulty(view, player, left)


def _difficulty(view: View, player: Player, left: int) -> float:
    """Return how hard the contract is to make: 0.0 if safe or lost, up to 1.0 if all remaining tricks are needed."""
    need = _tricks_needed(view, player)
    if need <= 0 or need > left:
        return 0.0
    return max(0.0, (need / left - EASY_SHARE) / (1 - EASY_SHARE))


def _tricks_needed(view: View, player: Player) -> int:
    """Return the tricks that this player's side still needs; a hidden contract (None) counts as 6."""
    contract = view.contracts[player]
    return (6 if contract is None else contract) - view.side_tricks[player]
