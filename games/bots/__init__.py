"""Players of three levels, from rules of thumb to a search through thousands of imagined deals.

A bot is given a `TableView` and nothing else, so it can't see what its seat may not:

    action = choose(view_for(state, viewer=1), random.Random(seed), Level.EXPERT, Temper.BOLD)
"""

from games.bots.playing_style import MIXED, Temper, temper_at

from .levels import Level
from .player import advise, choose, judge, prepare
from .reasons import Advice, Cause, Opinion, Reason

__all__ = [
    "MIXED",
    "Advice",
    "Cause",
    "Level",
    "Opinion",
    "Reason",
    "Temper",
    "advise",
    "choose",
    "judge",
    "prepare",
    "temper_at",
]
