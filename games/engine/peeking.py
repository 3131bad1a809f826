"""Peeking and flipping before the bidding (docs/rules.md section 4)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from .actions import Peek
from .errors import BadPeek, WrongPlayer
from .events import Peeked
from .seats import PLAYERS, Player
from .state import Phase, State


def may_peek_now(state: State) -> tuple[Player, ...]:
    """Return who may peek now, ascending: all who have not peeked, or under a Flip rule the player on turn."""
    if state.phase is not Phase.PEEKING:
        return ()
    if state.rules.peek.is_flip:
        return (state.bidding_order[len(state.peeks)],)
    peeked = {peek.player for peek in state.peeks}
    return tuple(player for player in PLAYERS if player not in peeked)


def decide_peek(state: State, peek: Peek) -> tuple[Peeked]:
    """Return the event of a legal peek.

    Raises BadPeek if the rules have no peeking or the places are wrong, WrongPlayer out of turn.
    """
    if not state.rules.peek.places_each:
        raise BadPeek
    if peek.player not in may_peek_now(state):
        raise WrongPlayer
    hidden = set(range(13)) - state.flipped
    if len(peek.places) != state.rules.peek.places_each or len(hidden.intersection(peek.places)) != len(peek.places):
        raise BadPeek
    return (Peeked(peek.player, tuple(sorted(peek.places))),)


def legal_peeks(state: State) -> Iterator[Peek]:
    """Yield every peek that any player may make now."""
    hidden = sorted(set(range(13)) - state.flipped)
    for player in may_peek_now(state):
        for places in combinations(hidden, state.rules.peek.places_each):
            yield Peek(player, places)


def after_peek(state: State, event: Peeked) -> State:
    """Return the state after a peek."""
    return replace(state, peeks=(*state.peeks, event))
