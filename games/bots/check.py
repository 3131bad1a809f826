"""Checks of a finished deal: cards, scores and log must be consistent. Tests the engine by plain arithmetic."""

import json
from collections.abc import Iterator, Sequence

from games.engine import (
    DECK,
    PLAYERS,
    BiddingStyle,
    Event,
    State,
    from_json,
    outcome,
    replay,
    score,
    standing_after,
    to_json,
)


def faults(state: State, log: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with a finished deal and its log."""
    yield from _card_faults(state)
    yield from _score_faults(state)
    if replay(log) != state:
        yield "replaying the log gives another state"
    if tuple(from_json(json.loads(json.dumps(to_json(event)))) for event in log) != tuple(log):
        yield "the log does not survive being written and read"


def _card_faults(state: State) -> Iterator[str]:
    played = [played.card for trick in state.tricks for played in trick.cards]
    left = [card for hand in state.hands for card in hand]
    if set(played + left) != set(DECK) or len(played) + len(left) != len(DECK):
        yield "the cards are not the 52 of a pack"
    if sum(state.taken) != 13:
        yield f"{sum(state.taken)} tricks were taken"


def _score_faults(state: State) -> Iterator[str]:
    scores = score(state)
    for player in PLAYERS:
        line = scores[player]
        if line.total != line.contract_points + sum(nil.points for nil in line.nils) + line.bag_penalty:
            yield f"the points of player {player} do not add up to the total"
        if line.points_after != state.before.points[player] + line.total:
            yield f"player {player} does not stand at the points before plus the total"
        if line.bags_after != _bags_left(state, player, line.bags):
            yield f"the bags of player {player} are miscounted"
        if line.side_tricks + _other_tricks(state, player) != 13:
            yield f"the tricks of the two sides as player {player} counts them are not 13"
    if state.rules.bidding is BiddingStyle.MIRROR and _both_contracts(state) != 13:
        yield "the contracts of the two sides of a Mirror deal are not 13"
    winner = outcome(state.rules, standing_after(scores).points).winner
    if winner is not None and scores[winner].points_after != max(line.points_after for line in scores):
        yield "the game was won by someone who does not lead"


def _bags_left(state: State, player: int, bags: int) -> int:
    total = state.before.bags[player] + bags
    return total if state.rules.bag_limit is None else total % state.rules.bag_limit


def _other_tricks(state: State, player: int) -> int:
    """Return the tricks of the side that `player` is not on."""
    order = state.order
    assert order is not None, "a finished deal has an order of play"
    seat = order.index(player)
    return state.taken[order[(seat + 1) % 4]] + state.taken[order[(seat + 3) % 4]]


def _both_contracts(state: State) -> int:
    scores = score(state)
    defender = next(player for player in PLAYERS if player != state.declarer)
    assert state.declarer is not None, "a finished deal has a declarer"
    return scores[state.declarer].contract + scores[defender].contract
