"""The worth of bids: each candidate bid is played out in many worlds."""

from typing import Final

import numpy as np

from .compiling import Floats, Ints, compiled, count, draw
from .payoffs import (
    BAG_LIMIT,
    BAGS,
    POINTS,
    cost_of_bag,
    end_of,
    fill_chances,
    is_made,
    seat_of,
    spread_of,
    standing_after,
    worth_of,
)
from .policy import play_out
from .position import CONTRACT, NILS, SEATS_WITH_TRICKS, SIZE, SPADES, TRICKS_LEFT, TURN
from .worlds import PARTNER_TRICKS, sample_worlds, tricks_in

STANDARD, SUICIDE, MIRROR, WHIZ = range(4)  # in the order of `BiddingStyle`

# Columns of the results, all of the next bidder: the worth, and the chance to win the game; the shares of deals in
# which the contract is made, all nils that apply are made, any nil applies, and the bidder declares; the points; the
# gain and its square; the square of a deal's weight. The gain is the points less the mean of the others', with the cost
# of bags: the worth if the score did not matter.
WORTH, CHANCE, MADE, KEPT, APPLIES, DECLARES, OWN, GAIN, SQUARE, WEIGHTS, SPREAD = range(11)

# From SPREAD on: the shares of deals by points, with fewer than LOWEST + STEP, then STEP more each, then all above.
LOWEST: Final = -150  # points
STEP: Final = 50  # points
BUCKETS: Final = 7
COLUMNS: Final = SPREAD + BUCKETS

ALL_HANDS: Final = 15
NIL_TRICKS: Final = 0.5  # players are expected to declare their own hand nil if it is worth less


@compiled
def expected_bid(style: int, player: int, hand: int) -> tuple[int, int]:
    """Return the bid to expect from a later bidder with this hand: tricks, and a bit for each hand declared nil."""
    tricks, spades = tricks_in(hand), count(hand & SPADES)
    nil = tricks < NIL_TRICKS
    if style == STANDARD:
        return (2, 1 << player) if nil else (int(np.rint(tricks + PARTNER_TRICKS)), 0)
    if style == SUICIDE:
        return (4, 1 << player) if tricks < 2.0 else (max(4, int(np.rint(tricks + 0.5))), ALL_HANDS ^ 1 << player)
    return (0, 1 << player) if not spades or (nil and style == WHIZ) else (spades, 0)


@compiled
def set_up_play(style: int, hands: Ints, order: Ints, tricks: Ints, nils: Ints, position: Ints) -> int:
    """Fill in the position after three bids, given by player, and return the declarer (docs/rules.md sections 5, 9)."""
    declarer = order[0]
    for turn in range(1, 3):
        if tricks[order[turn]] > tricks[declarer]:
            declarer = order[turn]
    position[:] = 0
    position[TRICKS_LEFT] = 13
    spades = count(hands[3] & SPADES)
    for seat in range(4):
        hand = 3 if seat == 2 else (declarer + seat - seat // 2) % 3
        partner = (declarer + 2 if seat == 1 else declarer + 1) % 3 if seat & 1 else 3
        player = declarer if seat == 2 else hand
        position[seat] = hands[hand]
        if hand == order[0]:
            position[TURN] = seat
        position[CONTRACT + seat] = tricks[player]
        declared = nils[player]
        if style >= MIRROR:
            position[CONTRACT + seat] += spades if not seat & 1 else tricks[partner]
            declared |= 8 if not spades else 0
        if seat & 1:
            position[NILS + seat] = (declared >> hand & 1) << seat | (declared >> partner & 1) << (seat ^ 2)
        else:
            position[NILS + seat] = (declared >> player & 1) | (declared >> 3 & 1) << 2
    return declarer


@compiled
def simulate_bids(
    style: int,
    knowledge: Ints,
    evidence: Ints,
    order: Ints,
    made: Ints,
    standings: Ints,
    bids: Ints,
    worlds: int,
    rng: Ints,
    results: Floats,
) -> None:
    """Fill in `results`, a row for each of `bids`: averages over worlds, the same worlds and luck for every bid.

    Hands and players are numbered as in the engine. `order` is the bidding order. `made` has a row for each bid already
    made, `bids` one for each candidate: tricks, and a bit for each hand declared nil. `standings` has a row for each
    player as declarer. `worlds` is how many to sample.
    """
    hands, weights = np.empty((worlds, 4), np.int64), np.empty(worlds)
    sample_worlds(knowledge, evidence, hands, weights, rng)
    tricks, nils = np.zeros(3, np.int64), np.zeros(3, np.int64)
    position, luck = np.empty(SIZE, np.int64), np.empty(1, np.int64)
    bidder, spread, last = order[len(made)], spread_of(standings[0]), 0.0
    for turn in range(len(made)):
        tricks[order[turn]], nils[order[turn]] = made[turn]
    for number in range(worlds):
        weight, seed = (weights[number] - last) / weights[-1], draw(rng) | 1
        last = weights[number]
        for turn in range(len(made) + 1, 3):
            player = order[turn]
            tricks[player], nils[player] = expected_bid(style, player, hands[number, player])
        for choice in range(len(bids)):
            tricks[bidder], nils[bidder] = bids[choice]
            declarer = set_up_play(style, hands[number], order, tricks, nils, position)
            luck[0] = seed
            play_out(position, luck)
            _add(position, standings[declarer], spread, (bidder - declarer) % 3, weight, results[choice])


@compiled
def _add(position: Ints, standing: Ints, spread: float, bidder: int, weight: float, row: Floats) -> None:
    """Add a finished deal to the averages of a bid. The bidder is counted from the declarer."""
    chances, points, bags = np.empty(3), np.empty(3, np.int64), np.empty(3, np.int64)
    end, nils = end_of(position), position[NILS + seat_of(bidder)]
    fill_chances(position, standing, end, spread, chances)
    standing_after(position, standing, end, points, bags)
    points -= standing[POINTS:BAGS]
    gains = points - cost_of_bag(standing) * (bags - standing[BAGS:BAG_LIMIT])
    gain = 1.5 * gains[bidder] - 0.5 * gains.sum()
    row[WORTH] += weight * worth_of(chances[bidder], spread)
    row[CHANCE] += weight * chances[bidder]
    row[MADE] += weight * is_made(position, bidder)
    row[KEPT] += weight * (nils != 0 and not nils & position[SEATS_WITH_TRICKS])
    row[APPLIES] += weight * (nils != 0)
    row[DECLARES] += weight * (bidder == 0)
    row[OWN] += weight * points[bidder]
    row[GAIN] += weight * gain
    row[SQUARE] += weight * gain**2
    row[WEIGHTS] += weight**2
    row[SPREAD + min(BUCKETS - 1, max(0, (points[bidder] - LOWEST) // STEP))] += weight
