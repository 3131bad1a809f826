"""What the player on turn wants: the value of a trick for each hand that may win it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine import PLAYERS, Player, View

from .knowledge import Knowledge

OWN_NIL: Final = 3.0
THEIR_NIL: Final = 2.0
BAG: Final = -0.15
FREE_OVERTRICK: Final = 0.05
SET_THEM: Final = 0.8
BAG_THEM: Final = -0.05
SET_THE_OTHER_DEFENDER: Final = -0.25
HOPE: Final = 0.3
"""Opponents who need no more than this share of the tricks left will get them."""


@dataclass(frozen=True, slots=True)
class Aims:
    """What one more trick for the own side is worth, and, by hand, what it is worth that this hand wins this trick."""

    trick: float
    gain: tuple[float, ...]


def aims(known: Knowledge) -> Aims:
    """The aims of the player on turn; a trick needed for the own contract is worth 1.0."""
    trick = _trick_value(known.view, known.me, known.mate)
    gain = [trick if hand in known.ours else 0.0 for hand in range(4)]
    for player in PLAYERS:
        for hand in set(known.view.nils[player]):
            if not known.view.taken[hand]:
                gain[hand] += _nil_stake(known, player)
    return Aims(trick, tuple(gain))


def _nil_stake(known: Knowledge, player: Player) -> float:
    """What it is worth that a hand with this player's nil takes a trick; a fellow defender's nil is left alone."""
    if player == known.me:
        return -OWN_NIL
    return 0.0 if player in known.ours else THEIR_NIL


def _trick_value(view: View, me: Player, mate: int) -> float:
    left = 13 - len(view.tricks)
    value = _own_value(view, me, left)
    for player in PLAYERS:
        if player != me and player != mate:
            value += _against(view, player, left)
    if value <= 0 and mate in PLAYERS:
        value += SET_THE_OTHER_DEFENDER * _struggle(view, mate, left)
    return value


def _own_value(view: View, me: Player, left: int) -> float:
    need = _need(view, me)
    if need > left:
        return 0.0
    if need > 0:
        return 1.0
    return FREE_OVERTRICK if view.rules.bag_limit is None else BAG


def _against(view: View, player: Player, left: int) -> float:
    """The use of a trick that this opponent does not get: a set, or a bag given away by not taking it."""
    need = _need(view, player)
    if need > left:
        return 0.0
    return BAG_THEM if need <= 0 else SET_THEM * _struggle(view, player, left)


def _struggle(view: View, player: Player, left: int) -> float:
    """How open the player's contract still is: 0.0 when safe or lost, 1.0 when nearly all tricks left are needed."""
    need = _need(view, player)
    if need <= 0 or need > left:
        return 0.0
    return max(0.0, (need / left - HOPE) / (1 - HOPE))


def _need(view: View, player: Player) -> int:
    """Tricks this player's side still lacks; a contract hidden in the dummy counts as an average one."""
    contract = view.contracts[player]
    return (6 if contract is None else contract) - view.side_tricks[player]
