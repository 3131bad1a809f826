"""The worth of bids to a player who has to bid, in deals that agree with what that player knows.

Hints, reviews and the trainer all use it. The same question always gets the same answer, whoever asks.
"""

from dataclasses import replace
from math import sqrt
from random import Random
from typing import Final

from games.engine import Bid, View

from .levels import EFFORT, Level
from .reasons import BidReview, BidWorth
from .search import bids
from .search.compiling import Floats
from .thinking import best_bid, sensible_bids, simulate_bids

SEED: Final = 0
DEALS: Final = 2000
EFFORT_OF_REVIEW: Final = replace(EFFORT[Level.EXPERT], bid=DEALS)


def review_bids(view: View, made: Bid | None = None) -> BidReview | None:
    """Compare the bids worth considering, and the one that is `made`; None if the viewer has no choice."""
    player = view.viewer
    assert player is not None, "it is the viewer's turn to bid"
    if sum(len(option.tricks) * len(option.nils) for option in view.bid_options) < 2:
        return None
    candidates = sensible_bids(view, player)
    if made is not None:
        more = made, replace(made, tricks=made.tricks + 1)
        candidates += [bid for bid in more if bid not in candidates and _is_legal(view, bid)]
    results = simulate_bids(view, candidates, Random(SEED), EFFORT_OF_REVIEW)
    worths = tuple(_worth(bid, row) for bid, row in zip(candidates, results, strict=True))
    best = worths[candidates.index(best_bid(view, candidates, results))]
    return BidReview(player, DEALS, worths, best)


def points_spread(view: View, bid: Bid) -> tuple[float, ...]:
    """Return the shares of the reviewed deals by the points that a bid brings in them.

    The first is of less than `bids.LOWEST` + `bids.STEP` points, each of the next of `bids.STEP` more, the last of all
    that is above.
    """
    results = simulate_bids(view, [bid], Random(SEED), EFFORT_OF_REVIEW)
    return tuple(map(float, results[0, bids.SPREAD :]))


def _is_legal(view: View, bid: Bid) -> bool:
    return any(bid.tricks in option.tricks and bid.nils in option.nils for option in view.bid_options)


def _worth(bid: Bid, row: Floats) -> BidWorth:
    apply, variance = float(row[bids.APPLIES]), float(row[bids.SQUARE] - row[bids.GAIN] ** 2)
    return BidWorth(
        tricks=bid.tricks,
        nils=tuple(sorted(bid.nils)),
        declares=float(row[bids.DECLARES]),
        made=float(row[bids.MADE]),
        nils_made=float(row[bids.KEPT]) / apply if apply else None,
        points=float(row[bids.OWN]),
        gain=float(row[bids.GAIN]),
        wins=float(row[bids.CHANCE]),
        worth=float(row[bids.WORTH]),
        error=sqrt(max(0.0, variance) * float(row[bids.WEIGHTS])),
    )
