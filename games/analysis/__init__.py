"""Analyses of a finished deal: the double-dummy tricks of every card, the points that best play would have scored, what
an expert thinks of each bid and card without seeing the other hands, and the worth of every bid.

They are slow, so `python -m games.analysis` does them in a process of its own and no page waits for them.
Only `double_dummy` and `best_play` import solvers; the other modules are cheap to import.
"""

from .findings import (
    Aim,
    BestPlay,
    DoubleDummy,
    Given,
    PointsAnalysis,
    Verdict,
    bid_reviews,
    bids_from_json,
    bids_to_json,
    cards_played,
    gain_of_declarer,
    points_from_json,
    points_given,
    points_to_json,
    side_total,
    thoughts_from_json,
    thoughts_to_json,
    tricks_from_json,
    tricks_to_json,
    verdicts,
)
