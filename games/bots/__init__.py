"""Bots of three levels, from rules of thumb to a search through thousands of simulated deals.

A bot gets a `View` and nothing else, so it cannot use cards that its player may not see:

    action = choose(view_for(state, viewer=1), random.Random(seed), Level.EXPERT, PlayingStyle.BOLD)
"""

from .levels import MIXED, Level, PlayingStyle, playing_style_at
from .player import (
    advise,
    are_compiled,
    choose,
    choose_peek,
    infer_hidden,
    judge,
    points_spread,
    prepare,
    review_bids,
    review_cards,
    review_dummy,
)
from .result_types import (
    CLEAR_MARGIN,
    DUMMY_TRICKS,
    Advice,
    BidReview,
    BidWorth,
    CardChances,
    CardReview,
    Cause,
    DummyReview,
    HiddenHand,
    HiddenHands,
    Opinion,
    Reason,
)

__all__ = [
    "CLEAR_MARGIN",
    "DUMMY_TRICKS",
    "MIXED",
    "Advice",
    "BidReview",
    "BidWorth",
    "CardChances",
    "CardReview",
    "Cause",
    "DummyReview",
    "HiddenHand",
    "HiddenHands",
    "Level",
    "Opinion",
    "PlayingStyle",
    "Reason",
    "advise",
    "are_compiled",
    "choose",
    "choose_peek",
    "infer_hidden",
    "judge",
    "playing_style_at",
    "points_spread",
    "prepare",
    "review_bids",
    "review_cards",
    "review_dummy",
]
