"""Pictures of the table for the pages of rules: the fixed deal at chosen moments."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from games.engine import Peek, PeekRule, Rules, act
from games.play.snapshot import Snapshot

from .first_deal import LAST, states
from .fixed_deal import ANA, BEN, YOU, fixed_deal, table, without_actions

BIDDING: Final = 2
FIRST_TRICK: Final = 6
TRICK_WON: Final = 11
YOUR_TURN: Final = 16


def _at(step: int) -> Snapshot:
    return table(states()[step])


def _idle(snapshot: Snapshot) -> Snapshot:
    """Return the same table without any possible action."""
    assert snapshot.view is not None, "the fixed deal is on the table"
    return replace(snapshot, view=without_actions(snapshot.view))


def _flipped() -> Snapshot:
    """Return a Flip 2 deal after all three players have turned up their two cards."""
    state = fixed_deal(Rules(peek=PeekRule.FLIP2))
    for player, places in ((YOU, (1, 2)), (ANA, (5, 7)), (BEN, (9, 12))):
        state = act(state, Peek(player, places))
    return _idle(table(state))


PICTURES: Final[Mapping[str, Callable[[], Snapshot]]] = {
    "flipped": _flipped,
    "bidding": lambda: _at(BIDDING),
    "dummy": lambda: _at(FIRST_TRICK),
    "trick": lambda: _idle(_at(TRICK_WON)),
    "turn": lambda: _at(YOUR_TURN),
    "score": lambda: _at(LAST),
}
"""The table that each picture shows, by the name of the picture."""
