"""Brute force for the ends of deals, built on the engine alone: every legal card is tried."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games import engine
from games.bots.selfplay import random_deal
from games.engine import BiddingStyle, CardPlayed, Play, State

Outcome = tuple[int, ...]


def random_finished_deal(style: BiddingStyle, rng: Random) -> State:
    """Return a deal with random legal looks, bids and cards."""
    dealt = next(dealt for number in range(28) if (dealt := random_deal(number, rng)).rules.bidding is style)
    state = engine.replay([dealt])
    while state.phase is not engine.Phase.FINISHED:
        plays = [move for move in engine.legal_actions(state) if not isinstance(move, engine.Claim)]
        state = engine.act(state, rng.choice(plays))
    return state


def positions(end: State) -> Iterator[State]:
    """Yield the state before each card of a finished deal, and the last one."""
    state = engine.replay([engine.dealt_event(end), *end.peeks, *end.bids])
    for trick in end.tricks:
        for played in trick.cards:
            yield state
            state = engine.evolve(state, played)
    yield state


def outcome(state: State) -> Outcome:
    """Return what declarer wants to be as great as possible: the gain doubled, and the points counted from declarer."""
    lines = engine.score(state)
    assert state.declarer is not None
    declarers, left, right = (lines[player].total for player in engine.clockwise_from(state.declarer))
    return 2 * declarers - left - right, declarers, left, right


def can_force(state: State, wanted: Callable[[Any], bool], seen: dict[Any, bool] | None = None) -> bool:
    """Return whether declarer's side can reach an end with a wanted outcome, whatever the defenders do."""
    seen = {} if seen is None else seen
    if len(state.tricks) == 13:
        return seen.setdefault(state.taken, wanted(outcome(state)))
    key = (state.hands, state.hand_to_play, state.taken, state.broken, state.trick)
    if key not in seen:
        assert state.hand_to_play is not None
        hand, is_declarers = state.hand_to_play, state.player_to_play == state.declarer
        after = (engine.evolve(state, CardPlayed(hand, card)) for card in engine.legal_cards(state))
        results = (can_force(next_state, wanted, seen) for next_state in after)
        seen[key] = any(results) if is_declarers else all(results)
    return seen[key]


def play_first(state: State, card: engine.Card) -> State:
    """Return the state after this card."""
    assert state.player_to_play is not None
    return engine.act(state, Play(state.player_to_play, card))
