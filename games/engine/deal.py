"""One deal from the first card to the last: actions become events, and events make up the state."""

from collections.abc import Iterable, Iterator

from .actions import Action, AnswerClaim, Bid, Claim, Peek, Play
from .bidding import after_bid, decide_bid, legal_bids
from .events import BidMade, CardPlayed, ClaimAnswered, ClaimMade, Dealt, Event, Peeked
from .peeking import after_peek, decide_peek, legal_peeks
from .play import (
    after_answer,
    after_claim,
    after_play,
    decide_answer,
    decide_claim,
    decide_play,
    legal_cards,
    may_answer_claim,
    may_claim,
)
from .state import State, initial_state


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """Return the events of an action; `state` does not change. Raises an `IllegalAction` if the rules forbid it."""
    match action:
        case Play():
            return decide_play(state, action)
        case Bid():
            return decide_bid(state, action)
        case Peek():
            return decide_peek(state, action)
        case Claim():
            return decide_claim(state, action)
        case AnswerClaim():
            return decide_answer(state, action)


def evolve(state: State, event: Event) -> State:
    """Return the state after an event that `decide` returned. Does not check it: the log holds legal events only."""
    match event:
        case CardPlayed():
            return after_play(state, event)
        case BidMade():
            return after_bid(state, event)
        case Peeked():
            return after_peek(state, event)
        case ClaimMade():
            return after_claim(state, event)
        case ClaimAnswered():
            return after_answer(state, event)
        case Dealt():
            return initial_state(event)


def dealt_event(state: State) -> Dealt:
    """Return the event that began the deal."""
    return Dealt(state.rules, state.dealer, state.before, state.dealt)


def act(state: State, action: Action) -> State:
    """Return the state after an action. Raises `IllegalAction` as `decide` does."""
    for event in decide(state, action):
        state = evolve(state, event)
    return state


def replay(events: Iterable[Event]) -> State:
    """Return the state after all events of a log. Raises ValueError unless the log begins with `Dealt`."""
    log = iter(events)
    dealt = next(log, None)
    if not isinstance(dealt, Dealt):
        raise ValueError("a deal's log begins with Dealt")
    state = initial_state(dealt)
    for event in log:
        state = evolve(state, event)
    return state


def legal_actions(state: State) -> Iterator[Action]:
    """Yield every action of any player that `decide` would accept now; nothing once the deal is finished."""
    yield from legal_peeks(state)
    yield from legal_bids(state)
    if (player := state.player_to_play) is not None:
        for card in legal_cards(state):
            yield Play(player, card)
    if (claimer := may_claim(state)) is not None:
        yield Claim(claimer)
    for player in may_answer_claim(state):
        yield AnswerClaim(player, True)
        yield AnswerClaim(player, False)
