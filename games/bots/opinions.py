"""An expert's advice before a bid or card and judgement after it, from the view of the player on turn."""

import random
from dataclasses import replace
from typing import Final

from games.engine import Bid, Play, View

from .explaining import reason_for, reason_for_bid
from .levels import EFFORT, Level
from .reasons import Advice, Cause, Opinion, Reason
from .thinking import average_worth, best_bid, compare_cards, prepare, search_card, sensible_bids, simulate_bids

__all__ = ["advise", "judge", "prepare"]

CLEAR_MARGIN: Final = 6.0
"""The points by which a choice has to be better to be called better."""

EXPERT: Final = EFFORT[Level.EXPERT]


def advise(view: View, rng: random.Random) -> Advice:
    """Return what to bid or to play, and why."""
    if view.bid_options:
        return _advise_bid(view, rng)
    card = search_card(view, rng, EXPERT)
    return Advice(Play(_viewer(view), card), reason_for(view, compare_cards(view, rng), card))


def judge(view: View, action: Bid | Play, rng: random.Random) -> Opinion:
    """Return the opinion about a legal bid or play."""
    return _judge_bid(view, action, rng) if isinstance(action, Bid) else _judge_card(view, action, rng)


def _advise_bid(view: View, rng: random.Random) -> Advice:
    bids = sensible_bids(view, _viewer(view))
    if len(bids) == 1:
        return Advice(bids[0], Reason(Cause.ONLY_BID))
    results = simulate_bids(view, bids, rng, EXPERT)
    best = best_bid(view, bids, results)
    return Advice(best, reason_for_bid(bids, results, best))


def _judge_bid(view: View, made: Bid, rng: random.Random) -> Opinion:
    if len(view.bid_options) == 1 and len(view.bid_options[0].tricks) == 1:
        return Opinion(Reason(Cause.ONLY_BID), None)
    bids, higher = sensible_bids(view, _viewer(view)), replace(made, tricks=made.tricks + 1)
    bids += [bid for bid in (made, higher) if bid not in bids and _is_legal(view, bid)]
    results = simulate_bids(view, bids, rng, EXPERT)
    best, better = best_bid(view, bids, results), None
    if results[bids.index(best), 0] > results[bids.index(made), 0] + CLEAR_MARGIN:
        better = Advice(best, reason_for_bid(bids, results, best))
    return Opinion(reason_for_bid(bids, results, made), better)


def _is_legal(view: View, bid: Bid) -> bool:
    return any(bid.tricks in option.tricks and bid.nils in option.nils for option in view.bid_options)


def _judge_card(view: View, played: Play, rng: random.Random) -> Opinion:
    if len(view.playable) == 1:
        return Opinion(Reason(Cause.ONLY_CARD), None)
    end_counts = compare_cards(view, rng)
    worth, best = average_worth(view, end_counts), search_card(view, rng, EXPERT)
    better = None
    if worth[best.index] > worth[played.card.index] + CLEAR_MARGIN:
        better = Advice(Play(played.player, best), reason_for(view, end_counts, best))
    return Opinion(reason_for(view, end_counts, played.card), better)


def _viewer(view: View) -> int:
    assert view.viewer is not None, "it is the viewer's turn"
    return view.viewer
