"""Pictures of the table: the fixed deal at the moments a text speaks of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from games.engine import Peek, PeekRule, Rules, act
from games.play.snapshot import Snapshot

from .first_deal import LAST, states
from .fixed_deal import ANA, BEN, YOU, at_rest, fixed_deal, table

BIDDING: Final = 2
FIRST_TRICK: Final = 6
TRICK_WON: Final = 11
YOUR_TURN: Final = 16


def _at(step: int) -> Snapshot:
    return table(states()[step])


def _idle(snapshot: Snapshot) -> Snapshot:
    """The same table while nobody is asked for anything."""
    assert snapshot.view is not None, "the fixed deal is on the table"
    return replace(snapshot, view=at_rest(snapshot.view))


def _flipped() -> Snapshot:
    """Flip 2 after all three players have turned up their cards: six lie open in the bidding."""
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
"""What each picture shows, by name."""
