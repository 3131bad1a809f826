"""Counts of sequences of legal actions: numbers that two programs with the same rules have in common."""

from .deal import act, legal_actions
from .state import State


def perft(state: State, depth: int) -> int:
    """Return how many different sequences of `depth` legal actions can follow a state, of whichever players.

    docs/records.md has the numbers of some positions. A finished deal has none but the empty sequence.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _action in legal_actions(state))
    return sum(perft(act(state, action), depth - 1) for action in legal_actions(state))
