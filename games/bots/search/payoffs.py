"""The worth of each end of a deal to each player, from points, bags and the chance to win the game.

A deal has 14 x 16 ends: the tricks of declarer's side, and the set of seats that won a trick. Their worth is computed
once for each search, so that a simulated deal is scored by looking it up.
"""

from typing import Final

import numpy as np

from .compiling import Floats, Ints, compiled, entry, uncounted
from .position import CONTRACT, DECLARER_TRICKS, NILS, SEATS_WITH_TRICKS, side_tricks

ENDS: Final = 14 * 16

# Offsets in a standing. Players are counted from the declarer here: 0, 1, 2 are in seats 0, 1 and 3.
POINTS: Final = 0  # by player
BAGS: Final = 3  # by player
BAG_LIMIT: Final = 6  # 0 for none
TARGET: Final = 7
FLOOR: Final = 8
NO_FLOOR: Final = -(10**9)

SPREAD: Final = 8.0  # scales `spread_of`, by the square root of the points from the leader to the target
WORTH_OF_CHANCE: Final = 4.5  # scales chances to points: among players with equal totals one point is worth 1
BAG_COST: Final = 80.0  # of bags up to the limit: less than the penalty of 100, because the penalty may never come


@uncounted
def seat_of(player: int) -> int:
    """Return the seat of a player's own hand."""
    return player + player // 2


@uncounted
def player_of(seat: int) -> int:
    """Return the player who plays for a seat: the declarer for the dummy."""
    return seat - seat // 2 if seat != 2 else 0


@uncounted
def end_of(position: Ints) -> int:
    """Return the number of the end of a finished deal, from 0 to `ENDS` - 1."""
    return position[DECLARER_TRICKS] * 16 + position[SEATS_WITH_TRICKS]


@uncounted
def points_and_bags(position: Ints, player: int, end: int) -> tuple[int, int]:
    """Return a player's points and bags for this end, without the bag penalty (docs/rules.md section 7)."""
    seat = seat_of(player)
    contract, tricks = position[CONTRACT + seat], 13 - end // 16 if seat & 1 else end // 16
    bags = max(0, tricks - contract)
    points = 10 * contract + bags if tricks >= contract else -10 * contract
    for hand in range(4):
        if position[NILS + seat] >> hand & 1:
            points += -100 if end >> hand & 1 else 100
    return points, bags


@uncounted
def is_made(position: Ints, player: int) -> bool:
    """Whether a player's contract is made in a finished deal."""
    seat = seat_of(player)
    return side_tricks(position, seat) >= position[CONTRACT + seat]


@entry("I I i I I", is_brief=True)
@uncounted
def standing_after(position: Ints, standing: Ints, end: int, points: Ints, bags: Ints) -> None:
    """Fill in the players' points and bags after a deal with this end, penalties included."""
    limit = standing[BAG_LIMIT]
    for player in range(3):
        won, over = points_and_bags(position, player, end)
        held = standing[BAGS + player] + over
        if limit:
            won -= 100 * (held // limit)
            held %= limit
        points[player] = standing[POINTS + player] + won
        bags[player] = held


@uncounted
def cost_of_bag(standing: Ints) -> float:
    """Return what a bag costs as long as the limit is not reached, in points."""
    return BAG_COST / standing[BAG_LIMIT] if standing[BAG_LIMIT] else 0.0


@entry("I -> f", is_brief=True)
@compiled
def spread_of(standing: Ints) -> float:
    """Return the difference in points that changes the odds of winning the game by a factor of e."""
    return SPREAD * np.sqrt(max(50.0, standing[TARGET] - standing[POINTS:BAGS].max()))


@entry("f f -> f", is_brief=True)
@uncounted
def worth_of(chance: float, spread: float) -> float:
    """Return the worth of a chance to win the game, about the player's points less the mean of the others' points."""
    return WORTH_OF_CHANCE * spread * (chance - 1 / 3)


@entry("I I F2", is_brief=True)
@compiled
def fill_payoffs(position: Ints, standing: Ints, payoffs: Floats) -> None:
    """Fill in the worth of every end to every player, a row for each end."""
    points, bags = np.empty(3, np.int64), np.empty(3, np.int64)
    spread = spread_of(standing)
    for end in range(ENDS):
        standing_after(position, standing, end, points, bags)
        fill_chances(standing, points, bags, spread, payoffs[end])
        for player in range(3):
            payoffs[end, player] = worth_of(payoffs[end, player], spread)


@uncounted
def fill_chances(standing: Ints, points: Ints, bags: Ints, spread: float, chances: Floats) -> None:
    """Fill in the estimated chance of each player to win the game with these points and bags after the deal.

    It grows with the lead, and is 0 or 1 once the game has ended.
    """
    top, lowest = max(points[0], points[1], points[2]), min(points[0], points[1], points[2])
    leaders = (points[0] == top) + (points[1] == top) + (points[2] == top)
    if leaders == 1 and (top >= standing[TARGET] or lowest <= standing[FLOOR]):
        for player in range(3):
            chances[player] = 1.0 if points[player] == top else 0.0
        return
    a_bag, total = cost_of_bag(standing), 0.0
    for player in range(3):
        chances[player] = np.exp((points[player] - a_bag * bags[player] - top) / spread)
        total += chances[player]
    for player in range(3):
        chances[player] /= total
