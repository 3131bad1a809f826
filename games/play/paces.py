"""The pace of a table: how long bots take for a move, and how long a trick is shown. It knows no database."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.engine import Phase, State
from games.values import BotPause


@dataclass(frozen=True, slots=True)
class Pause:
    """How long bots take, in seconds: least and most for a card and for a bid or a peek, and `after_trick` in addition
    before they lead, while the last trick can still be seen."""

    card: tuple[float, float]
    bid: tuple[float, float]
    after_trick: float


PAUSE_OF: Final[Mapping[str, Pause]] = {
    BotPause.NONE: Pause(card=(0.0, 0.0), bid=(0.0, 0.0), after_trick=0.6),
    BotPause.SHORT: Pause(card=(0.5, 0.5), bid=(0.5, 0.5), after_trick=0.7),
    BotPause.HUMAN: Pause(card=(0.7, 1.6), bid=(1.2, 2.6), after_trick=1.0),
}
"""Chance alone decides between least and most: a pause that grew with the number of cards to choose from, or with the
trouble of choosing, would reveal something of a hidden hand. So would the time that a bot needs: see `HeldMoves` in
`games/play/ticker.py`."""

LAST_TRICK_SHOWN: Final = 1.6  # browsers show a trick for 1.1 s and sweep it within 0.3 s (static/js/motion.js)
DRAW_SHOWN_ALONE: Final = 1.5


def bot_pause(kind: str, state: State | None, *, first_trick_alone: bool) -> float:
    """Return the seconds that bots of a table with this `BotPause` take for their next move.

    In the first trick of a game (`first_trick_alone`) one person alone with bots does not wait long, so that their own
    first card comes soon.
    """
    pause = PAUSE_OF[kind]
    if first_trick_alone:
        pause = min(pause, PAUSE_OF[BotPause.SHORT], key=lambda one: one.card)
    if state is None or state.phase is not Phase.PLAYING:
        return random.uniform(*pause.bid)
    trick_just_ended = bool(state.tricks) and not state.trick
    return random.uniform(*pause.card) + (pause.after_trick if trick_just_ended else 0.0)
