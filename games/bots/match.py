"""Whole deals played by bots, to measure the bots and to test the engine."""

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.engine import (
    BAG_LIMITS,
    TARGETS,
    Action,
    BiddingStyle,
    Claim,
    Dealt,
    Event,
    PeekRule,
    Rules,
    Standing,
    State,
    Triple,
    View,
    deal_hands,
    decide,
    evolve,
    replay,
    view_for,
    waiting_for,
)

Chooser: TypeAlias = Callable[[View, random.Random], Action]

COMBINATIONS = tuple((peek, style) for peek in PeekRule for style in BiddingStyle)
CLAIM_PROBABILITY = 0.02


def random_deal(number: int, rng: random.Random) -> Dealt:
    """Return a random deal with random points and bags; 28 consecutive numbers have each peek rule and style once."""
    peek, style = COMBINATIONS[number % len(COMBINATIONS)]
    limit = rng.choice((None, 10, rng.choice(BAG_LIMITS)))
    rules = Rules(peek, style, rng.choice(TARGETS), limit, rng.choice((None, -rng.randint(1, 1000))))
    before = Standing(_three(rng, -300, 490), _three(rng, 0, (limit or 30) - 1))
    return Dealt(rules, rng.randrange(3), before, deal_hands(rng.randbytes(32)))


def _three(rng: random.Random, low: int, high: int) -> Triple:
    return rng.randint(low, high), rng.randint(low, high), rng.randint(low, high)


def play_deal(dealt: Dealt, choosers: Sequence[Chooser], rng: random.Random) -> tuple[State, list[Event]]:
    """Return the finished deal and its log; player 0 decides by `choosers[0]` and so on."""
    log: list[Event] = [dealt]
    state = replay(log)
    while waiting := waiting_for(state):
        action = choosers[waiting[0]](view_for(state, waiting[0]), rng)
        for event in decide(state, action):
            log.append(event)
            state = evolve(state, event)
    return state, log


def with_random_claims(choose: Chooser) -> Chooser:
    """Return a chooser that sometimes claims with any hand, so that answers to claims are tested too."""

    def choose_or_claim(view: View, rng: random.Random) -> Action:
        if view.may_claim and view.viewer is not None and rng.random() < CLAIM_PROBABILITY:
            return Claim(view.viewer)
        return choose(view, rng)

    return choose_or_claim
