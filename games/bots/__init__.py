"""Bots of three levels, from rules of thumb to a search through thousands of simulated deals.

A bot gets a `View` and nothing else, so it cannot use cards that its player may not see:

    action = choose(view_for(state, viewer=1), random.Random(seed), Level.EXPERT, PlayingStyle.BOLD)
"""

from .levels import Level
from .player import advise, are_compiled, choose, judge, prepare, review_bids
from .playing_style import MIXED, PlayingStyle, playing_style_at
from .reasons import CLEAR_MARGIN, Advice, BidReview, BidWorth, Cause, Opinion, Reason
