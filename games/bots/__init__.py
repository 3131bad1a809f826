"""Bots of three levels, from rules of thumb to a search through thousands of simulated deals.

A bot gets a `View` and nothing else, so it cannot use cards that its player may not see:

    action = choose(view_for(state, viewer=1), random.Random(seed), Level.EXPERT, PlayingStyle.BOLD)
"""

from .levels import Level as Level
from .player import advise as advise
from .player import choose as choose
from .player import judge as judge
from .player import prepare as prepare
from .playing_style import MIXED as MIXED
from .playing_style import PlayingStyle as PlayingStyle
from .playing_style import playing_style_at as playing_style_at
from .reasons import Advice as Advice
from .reasons import Cause as Cause
from .reasons import Opinion as Opinion
from .reasons import Reason as Reason
