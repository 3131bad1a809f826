"""The worth of bids: each candidate bid is played out in many worlds."""

from typing import Final, NamedTuple

import numpy as np

from .compiling import Floats, Ints, compiled, count, entry, uncounted
from .luck import draw
from .payoffs import (
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
from .worlds import CHOICE, MIRROR, expected_bid, sample_worlds

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


@uncounted
def set_up_play(style: int, hands: Ints, order: Ints, tricks: Ints, nils: Ints, position: Ints) -> int:
    """Fill in the position after three bids, given by player, and return the declarer (docs/rules.md sections 5, 9)."""
    declarer = order[0]
    for turn in range(1, 3):
        if tricks[order[turn]] > tricks[declarer]:
            declarer = order[turn]
    for offset in range(SIZE):
        position[offset] = 0
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


class _Table(NamedTuple):
    """A deal for which bids are tried: the bids by player, the position, the standings and the spread; and how the
    deal ends: the points, the bags and the chances to win.
    """

    style: int
    order: Ints
    tricks: Ints
    nils: Ints
    position: Ints
    standings: Ints
    spread: float
    points: Ints
    bags: Ints
    chances: Floats


@entry("i I I I I2 I2 I2 i I F2")
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
    choices = np.zeros((0, CHOICE), np.int64)  # no card is played yet
    sample_worlds(knowledge, evidence, choices, hands, weights, rng)
    table = _Table(
        style=style,
        order=order,
        tricks=np.zeros(3, np.int64),
        nils=np.zeros(3, np.int64),
        position=np.empty(SIZE, np.int64),
        standings=standings,
        spread=spread_of(standings[0]),
        points=np.empty(3, np.int64),
        bags=np.empty(3, np.int64),
        chances=np.empty(3),
    )
    for turn in range(len(made)):
        table.tricks[order[turn]], table.nils[order[turn]] = made[turn]
    _try_bids(table, len(made), bids, hands, weights, rng, np.empty(1, np.int64), results)


@uncounted
def _try_bids(
    table: _Table, turn: int, bids: Ints, hands: Ints, weights: Floats, rng: Ints, luck: Ints, results: Floats
) -> None:
    """Fill in `results` as in `simulate_bids`, for the bidder whose turn it is in the bidding order."""
    bidder, last = table.order[turn], 0.0
    for number in range(len(hands)):
        weight, seed = (weights[number] - last) / weights[-1], draw(rng) | 1
        last = weights[number]
        for later in range(turn + 1, 3):
            player = table.order[later]
            table.tricks[player], table.nils[player] = expected_bid(table.style, player, hands[number, player])
        for choice in range(len(bids)):
            table.tricks[bidder], table.nils[bidder] = bids[choice, 0], bids[choice, 1]
            declarer = set_up_play(table.style, hands[number], table.order, table.tricks, table.nils, table.position)
            luck[0] = seed
            play_out(table.position, luck)
            _add(table, table.standings[declarer], (bidder - declarer) % 3, weight, results[choice])


@uncounted
def _add(table: _Table, standing: Ints, bidder: int, weight: float, row: Floats) -> None:
    """Add a finished deal to the averages of a bid. The bidder is counted from the declarer."""
    position, nils = table.position, table.position[NILS + seat_of(bidder)]
    standing_after(position, standing, end_of(position), table.points, table.bags)
    fill_chances(standing, table.points, table.bags, table.spread, table.chances)
    chance, points = table.chances[bidder], table.points[bidder] - standing[POINTS + bidder]
    gain = _gain(table, standing, bidder)
    row[WORTH] += weight * worth_of(chance, table.spread)
    row[CHANCE] += weight * chance
    row[MADE] += weight * is_made(position, bidder)
    row[KEPT] += weight * (nils != 0 and not nils & position[SEATS_WITH_TRICKS])
    row[APPLIES] += weight * (nils != 0)
    row[DECLARES] += weight * (bidder == 0)
    row[OWN] += weight * points
    row[GAIN] += weight * gain
    row[SQUARE] += weight * gain**2
    row[WEIGHTS] += weight**2
    row[SPREAD + min(BUCKETS - 1, max(0, (points - LOWEST) // STEP))] += weight


@uncounted
def _gain(table: _Table, standing: Ints, bidder: int) -> float:
    """Return the points, with the cost of bags, less the mean of the others'."""
    own, total, a_bag = 0.0, 0.0, cost_of_bag(standing)
    for player in range(3):
        points = table.points[player] - standing[POINTS + player]
        gain = points - a_bag * (table.bags[player] - standing[BAGS + player])
        total += gain
        own = gain if player == bidder else own
    return 1.5 * own - 0.5 * total
