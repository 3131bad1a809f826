"""Double-dummy tricks by the rule of bridge, in which spades may be led at any time, to compare with other solvers."""

from games.analysis.best_play import opening_position, tricks_of_cards
from games.analysis.findings import DoubleDummy, cards_played
from games.bots.search.position import BROKEN
from games.engine import State


def tricks_if_spades_may_be_led(state: State) -> DoubleDummy:
    """Return the tricks for every card played so far, with spades taken as broken from the start."""
    opening = opening_position(state)
    opening[BROKEN] = 1
    return tricks_of_cards(opening, [played.card for played in cards_played(state)])
