"""What each end of a deal is worth to each player: points, bags and the chance to win the game.

A deal can end in 14 x 16 ways: by the tricks of the declarer's side and by the hands that took any. A table of their
worth is made once, so that an imagined deal is scored by looking it up.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .compiling import Floats, Ints, compiled
from .position import CONTRACT, DECLARERS, NILS, TOOK, side_tricks

ENDS: Final = 14 * 16

# A standing: points by player, bags by player, bag limit (0 for none), target, floor.
# Players are counted from the declarer here, 0 to 2 in the order of their seats 0, 1 and 3.
POINTS: Final = 0
BAGS: Final = 3
BAG_LIMIT: Final = 6
TARGET: Final = 7
FLOOR: Final = 8
NO_FLOOR: Final = -(10**9)

SPREAD: Final = 8.0
"""The points that matter much in the race, for each root of a point from the leader to the target."""

BAG_WORRY: Final = 80.0
"""What as many bags as the limit, less one, are held to cost: less than the penalty, for it may never come."""


@compiled
def seat_of(player: int) -> int:
    return player + player // 2


@compiled
def player_of(seat: int) -> int:
    """The player who moves for a seat: the declarer for the dummy."""
    return seat - seat // 2 if seat != 2 else 0


@compiled
def end_of(position: Ints) -> int:
    """The row of the table for a finished deal."""
    return position[DECLARERS] * 16 + position[TOOK]


@compiled
def points_and_bags(position: Ints, player: int, end: int) -> tuple[int, int]:
    """A player's points and bags in a deal that ended so, without the penalty for bags (RULES section 7)."""
    seat = seat_of(player)
    contract, tricks = position[CONTRACT + seat], end // 16
    if seat & 1:
        tricks = 13 - tricks
    points, bags = -10 * contract, 0
    if tricks >= contract:
        bags = tricks - contract
        points = 10 * contract + bags
    for hand in range(4):
        if position[NILS + seat] >> hand & 1:
            points += -100 if end >> hand & 1 else 100
    return points, bags


@compiled
def is_made(position: Ints, player: int) -> bool:
    """Whether a player's contract is made in a finished deal."""
    seat = seat_of(player)
    return side_tricks(position, seat) >= position[CONTRACT + seat]


@compiled
def standing_after(position: Ints, standing: Ints, end: int, points: Ints, bags: Ints) -> None:
    """Fill in the players' points and bags after a deal that ended so, penalties taken."""
    limit = standing[BAG_LIMIT]
    for player in range(3):
        won, over = points_and_bags(position, player, end)
        held = standing[BAGS + player] + over
        if limit:
            won -= 100 * (held // limit)
            held %= limit
        points[player] = standing[POINTS + player] + won
        bags[player] = held


@compiled
def seen_from(standing: Ints, first: int, turned: Ints) -> None:
    """Fill in the same standing with the players counted from another one of them."""
    turned[:] = standing
    for step in range(3):
        player = (first + step) % 3
        turned[POINTS + step] = standing[POINTS + player]
        turned[BAGS + step] = standing[BAGS + player]


@compiled
def spread_of(standing: Ints) -> float:
    """How far apart, in points, players must be to differ much in their chances to win the game."""
    best = max(standing[POINTS], standing[POINTS + 1], standing[POINTS + 2])
    return SPREAD * np.sqrt(max(50.0, standing[TARGET] - best))


@compiled
def fill_worth(position: Ints, standing: Ints, end: int, spread: float, worth: Floats) -> None:
    """The worth of a deal that ended so to each player, in points: own gain less the others' mean, near enough.

    Exactly it is the chance to win the game, taken to grow with the lead and to be certain once the game has ended,
    on such a scale that the first point among equals counts one.
    """
    points, bags = np.empty(3, np.int64), np.empty(3, np.int64)
    standing_after(position, standing, end, points, bags)
    _chances(standing, points, bags, spread, worth)
    for player in range(3):
        worth[player] = 4.5 * spread * (worth[player] - 1 / 3)


@compiled
def fill_payoffs(position: Ints, standing: Ints, payoffs: Floats) -> None:
    """The worth of every end to every player, a row an end."""
    spread = spread_of(standing)
    for end in range(ENDS):
        fill_worth(position, standing, end, spread, payoffs[end])


@compiled
def _chances(standing: Ints, points: Ints, bags: Ints, spread: float, chances: Floats) -> None:
    top = max(points[0], points[1], points[2])
    low = min(points[0], points[1], points[2])
    leaders = 0
    for player in range(3):
        leaders += points[player] == top
    if (top >= standing[TARGET] or low <= standing[FLOOR]) and leaders == 1:
        for player in range(3):
            chances[player] = 1.0 if points[player] == top else 0.0
        return
    a_bag = BAG_WORRY / standing[BAG_LIMIT] if standing[BAG_LIMIT] else 0.0
    total = 0.0
    for player in range(3):
        chances[player] = np.exp((points[player] - a_bag * bags[player] - top) / spread)
        total += chances[player]
    for player in range(3):
        chances[player] /= total
