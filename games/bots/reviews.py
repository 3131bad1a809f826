"""The worth of bids and cards to a player on turn, and of the dummy, in deals that agree with what that player knows.

Hints, reviews and the trainer all use it. The same question always gets the same answer, whoever asks, and cards are
judged as in `opinions`, which uses the same deals.
"""

from dataclasses import replace
from math import sqrt
from random import Random
from typing import Final

import numpy as np

from games.engine import DUMMY, Bid, View

from .levels import EFFORT, Level
from .result_types import DUMMY_TRICKS, BidReview, BidWorth, CardReview, CardWorth, DummyReview
from .search import bids
from .search.compiling import Floats
from .search.evidence import tricks_in
from .thinking import (
    average_worth,
    best_bid,
    compare_cards,
    imagine_hands,
    search_card,
    sensible_bids,
    simulate_bids,
    worth_errors,
)

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


def review_cards(view: View) -> CardReview:
    """Compare the cards of a view whose viewer has to play."""
    end_counts, best = compare_cards(view, Random(SEED)), search_card(view, Random(SEED), EFFORT[Level.EXPERT])
    worths, errors = average_worth(view, end_counts), worth_errors(view, end_counts)
    cards = {card: CardWorth(card, float(worths[card.index]), float(errors[card.index])) for card in view.playable}
    return CardReview(tuple(cards.values()), cards[best])


def review_dummy(view: View) -> DummyReview:
    """Return how many tricks the dummy's hand may be worth. The view is one before the opening lead."""
    hands, weights = imagine_hands(view, Random(SEED), DEALS)
    tricks = np.array([tricks_in(hand) for hand in hands[:, DUMMY]])
    average = float(weights @ tricks)
    error = sqrt(float(weights @ (tricks - average) ** 2) * float(weights @ weights))
    rounded = np.clip(np.rint(tricks), DUMMY_TRICKS[0], DUMMY_TRICKS[-1])
    return DummyReview(average, error, tuple(float(weights[rounded == count].sum()) for count in DUMMY_TRICKS))
