"""All that the site does with compiled code: `python -m tests.first_use` lets bots play a deal and give their reasons,
and analyses it.
"""

import random
from typing import cast

from games import bots, engine
from games.analysis import best_play, softness
from games.analysis.findings import bid_reviews, thoughts
from games.engine import Event, Phase, State, view_for


def use_everything() -> None:
    rng, hands = random.Random(1), engine.deal_hands(bytes(engine.SECRET_BYTES))
    deal = engine.Dealt(engine.Rules(), 2, engine.Standing(), hands)
    state, log = engine.replay([deal]), [(cast(Event, deal), False)]
    while state.phase is not Phase.FINISHED:
        view = view_for(state, engine.waiting_for(state)[0])
        action = bots.choose(view, rng, bots.Level.EXPERT)
        ask_about(view, action)
        for event in engine.decide(state, action):
            log.append((event, True))
            state = engine.evolve(state, event)
    analyse(state, log, rng)


def ask_about(view: engine.View, action: engine.Action) -> None:
    bots.advise(view)
    bots.infer_hidden(view)
    if isinstance(action, engine.Bid):
        bots.review_bids(view)
        bots.points_spread(view, action)
        bots.review_dummy(view)
    elif isinstance(action, engine.Play):
        bots.review_cards(view)


def analyse(state: State, log: list[tuple[Event, bool]], rng: random.Random) -> None:
    thoughts(state)
    bid_reviews(state)
    best_play.best_play(state, budget=1000)
    softness.softness(log, rng)


if __name__ == "__main__":
    use_everything()
