"""One deal from the first card to the last: actions become events, and events make up the state."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import reduce
from itertools import combinations, product

from . import bidding, play
from .events import (
    Action,
    AnswerClaim,
    Bid,
    BidMade,
    CardPlayed,
    Claim,
    ClaimAnswered,
    ClaimMade,
    Dealt,
    Event,
    IllegalAction,
    Peek,
    Peeked,
    Play,
)
from .seats import owner
from .state import State, changed, initial_state


def decide(state: State, action: Action) -> tuple[Event, ...]:
    """Return the events of an action; `state` does not change. Raises an `IllegalAction` if the rules forbid it."""
    if type(action.player) is not int:  # True and 1.0 are equal to 1
        raise IllegalAction("wrong_player")
    match action:
        case Play():
            return play.decide_play(state, action)
        case Bid():
            return bidding.decide_bid(state, action)
        case Peek():
            return bidding.decide_peek(state, action)
        case Claim():
            return play.decide_claim(state, action)
        case AnswerClaim():
            return play.decide_answer(state, action)


def evolve(state: State, event: Event) -> State:
    """Return the state after an event that `decide` returned. Does not check it: the log holds legal events only."""
    match event:
        case CardPlayed():
            return play.after_play(state, event)
        case BidMade():
            return bidding.after_bid(state, event)
        case Peeked():
            return changed(state, peeks=(*state.peeks, event))
        case ClaimMade():
            return play.after_claim(state, event)
        case ClaimAnswered():
            return play.after_answer(state, event)
        case Dealt():
            return initial_state(event)


def dealt_event(state: State) -> Dealt:
    """Return the event that began the deal."""
    return Dealt(state.rules, state.dealer, state.before, state.dealt)


def act(state: State, action: Action) -> State:
    """Return the state after an action. Raises `IllegalAction` as `decide` does."""
    return reduce(evolve, decide(state, action), state)


def replay(events: Iterable[Event]) -> State:
    """Return the state after all events of a log. Raises ValueError unless the log begins with `Dealt`."""
    log = iter(events)
    dealt = next(log, None)
    if not isinstance(dealt, Dealt):
        raise ValueError("a deal's log begins with Dealt")
    return reduce(evolve, log, initial_state(dealt))


def is_legal(state: State, event: Event) -> bool:
    """Return whether this event of a log can come next: whether `decide` returns it for an action.

    Logs may be older than two rules of claims (`play.as_claimed_before`), so these are not asked.
    """
    action = action_of(state, event)
    if isinstance(event, ClaimMade | ClaimAnswered):
        state = play.as_claimed_before(state, event)
    with suppress(IllegalAction):
        return action is not None and decide(state, action) == (event,)
    return False


def action_of(state: State, event: Event) -> Action | None:
    """Return the action that an event comes from; None for one that no action leads to."""
    match event:
        case CardPlayed(hand, card):
            return None if state.declarer is None else Play(owner(hand, state.declarer), card)
        case BidMade(player, tricks, nils):
            return Bid(player, tricks, nils)
        case Peeked(player, places):
            return Peek(player, places)
        case ClaimMade(player, tricks):
            return Claim(player, tricks)
        case ClaimAnswered(player, accept):
            return AnswerClaim(player, accept)
        case Dealt():
            return None


def legal_actions(state: State) -> Iterator[Action]:
    """Yield every action of any player that `decide` would accept now; nothing once the deal is finished."""
    hidden, count = sorted(set(range(13)) - state.flipped), state.rules.peek.places_each
    for player in bidding.may_peek_now(state):
        yield from (Peek(player, places) for places in combinations(hidden, count))
    if (bidder := bidding.next_bidder(state)) is not None:
        for option in bidding.bid_options(state, bidder):
            yield from (Bid(bidder, tricks, nils) for tricks, nils in product(option.tricks, option.nils))
    if (on_turn := state.player_to_play) is not None:
        yield from (Play(on_turn, card) for card in play.legal_cards(state))
    if (claimer := play.may_claim(state)) is not None:
        yield from (Claim(claimer, None if count == state.tricks_left else count) for count in play.claimable(state))
    yield from (AnswerClaim(player, accept) for player in play.may_answer_claim(state) for accept in (True, False))
