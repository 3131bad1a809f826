"""What a finished deal could have been: the tricks every card could still take, what an expert thinks of each move
without seeing the other hands, and what every bid was worth.

Slow work, kept away from whoever waits for a page: `python -m games.analysis` does it in a process of its own.
Only `double_dummy` needs the solver, so everyone may import the rest.
"""

from .findings import (
    BidReview,
    BidWorth,
    DoubleDummy,
    bids_from_json,
    bids_to_json,
    thoughts_from_json,
    thoughts_to_json,
    tricks_from_json,
    tricks_to_json,
)
from .verdicts import Verdict, cards_played, side_total, verdicts

__all__ = [
    "BidReview",
    "BidWorth",
    "DoubleDummy",
    "Verdict",
    "bids_from_json",
    "bids_to_json",
    "cards_played",
    "side_total",
    "thoughts_from_json",
    "thoughts_to_json",
    "tricks_from_json",
    "tricks_to_json",
    "verdicts",
]
