"""What bots of each level choose in deals of all kinds: the same program runs here and in Python for browsers."""

import random
from itertools import product

from games import bots, engine
from games.bots import Level
from games.engine import BiddingStyle, Dealt, PeekRule, Rules, Standing

RULES = tuple(product(BiddingStyle, (PeekRule.NONE, PeekRule.THREE, PeekRule.FLIP2)))
"""Each bidding style with cards seen by nobody, by one player and by all."""


def choices(level: Level, number: int) -> list[str]:
    """Return all moves of a deal that three bots of a level play; the number decides about rules, cards and luck."""
    bidding, peek = RULES[number % len(RULES)]
    rng = random.Random(number)
    before = Standing(points=(number, 120, -30), bags=(number % 10, 3, 7))
    dealt = Dealt(Rules(peek, bidding, target=200), number % 3, before, engine.deal_hands(rng.randbytes(32)))
    state, moves = engine.replay([dealt]), list[str]()
    while waiting := engine.waiting_for(state):
        move = bots.choose(engine.view_for(state, waiting[0]), rng, level)
        moves.append(str(move))
        state = engine.act(state, move)
    return moves
