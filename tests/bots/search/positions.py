"""Search positions made from engine states, hidden cards included, to compare the search with the engine."""

from random import Random

from games.bots.knowledge import card_set
from games.bots.search.compiling import Ints
from games.bots.search.position import CONTRACT, NILS
from games.bots.thinking import position_of
from games.engine import (
    BiddingStyle,
    Dealt,
    PeekRule,
    Rules,
    Standing,
    State,
    act,
    legal_actions,
    owner,
    replay,
    view_for,
)
from tests.builders import random_hands


def position_from(state: State) -> Ints:
    """Return the position of a state, with all four hands filled in."""
    position = position_of(view_for(state, state.player_to_play))
    assert state.order is not None
    assert state.declarer is not None
    assert state.contracts is not None
    for seat, hand in enumerate(state.order):
        player = owner(hand, state.declarer)
        position[seat] = card_set(state.hands[hand])
        position[CONTRACT + seat] = state.contracts[player]
        position[NILS + seat] = sum(1 << state.order.index(nil) for nil in state.nils[player])
    return position


def bid_at_random(seed: int) -> State:
    """Return a deal of any style, standing and bag limit after random bids."""
    rng = Random(seed)
    rules = Rules(
        PeekRule.NONE,
        list(BiddingStyle)[seed % len(BiddingStyle)],
        500,
        rng.choice((None, 5, 10)),
        rng.choice((None, -200)),
    )
    points, bags = rng.choices(range(-250, 500), k=3), rng.choices(range(5), k=3)
    before = Standing((points[0], points[1], points[2]), (bags[0], bags[1], bags[2]))
    state = replay([Dealt(rules, rng.randrange(3), before, random_hands(rng))])
    while state.declarer is None:
        bids = list(legal_actions(state))
        state = act(state, rng.choice(bids))
    return state
