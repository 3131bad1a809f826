"""An expert's advice before a bid or card and judgement after it, from the view of the player on turn, with reasons.

Each end of a simulated deal (see `search.payoffs`) brings points by cause: the viewer's contract, bags and nils, and
those of the others, whose points count minus one half. The cause that gains most by a card, compared with the other
playable cards, is the reason for it.
"""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

import numpy as np

from games.engine import DUMMY, PLAYERS, Bid, Card, Play, Player, View, score_contract

from .levels import EFFORT, Level
from .result_types import CLEAR_MARGIN, Advice, BidReview, BidWorth, Cause, Opinion, Reason
from .reviews import SEED, review_bids
from .search.compiling import Floats, Ints
from .search.payoffs import ENDS
from .thinking import average_worth, compare_cards, search_card, sensible_bids

NIL: Final = 100.0
BAG: Final = -9.0
MIN_DIFFERENCE: Final = 4.0  # the points from which a difference counts


def advise(view: View) -> Advice:
    """Return what to bid or to play, and why."""
    player = view.viewer
    assert player is not None, "it is the viewer's turn"
    if view.bid_options:
        return _advise_bid(view, player)
    card = _best_card(view)
    return Advice(Play(player, card), reason_for(view, compare_cards(view, Random(SEED)), card))


def _advise_bid(view: View, player: Player) -> Advice:
    review = review_bids(view)
    if review is None:
        return Advice(sensible_bids(view, player)[0], Reason(Cause.ONLY_BID))
    return _advice(review, review.best)


def _advice(review: BidReview, worth: BidWorth) -> Advice:
    bid = Bid(review.player, worth.tricks, frozenset(worth.nils))
    return Advice(bid, reason_for_bid(review, bid))


def judge(view: View, action: Bid | Play) -> Opinion:
    """Return the opinion about a legal bid or play."""
    return _judge_bid(view, action) if isinstance(action, Bid) else _judge_card(view, action)


def _judge_bid(view: View, made: Bid) -> Opinion:
    review = review_bids(view, made)
    if review is None:
        return Opinion(Reason(Cause.ONLY_BID), None)
    better = review.better_than(made)
    return Opinion(reason_for_bid(review, made), _advice(review, better) if better else None)


def _best_card(view: View) -> Card:
    return search_card(view, Random(SEED), EFFORT[Level.EXPERT])


def _judge_card(view: View, played: Play) -> Opinion:
    if len(view.playable) == 1:
        return Opinion(Reason(Cause.ONLY_CARD), None)
    end_counts = compare_cards(view, Random(SEED))
    worth, best = average_worth(view, end_counts), _best_card(view)
    better = None
    if worth[best.index] > worth[played.card.index] + CLEAR_MARGIN:
        better = Advice(Play(played.player, best), reason_for(view, end_counts, best))
    return Opinion(reason_for(view, end_counts, played.card), better)


class _Effect(NamedTuple):
    """One cause with, for each end of a deal, the viewer's points by it and its amount (made or not, or the bags)."""

    reason: Reason
    points: Floats
    amount: Floats


def reason_for(view: View, end_counts: Ints, card: Card) -> Reason:
    """Return why to play `card`; `end_counts` is the result of `thinking.compare_cards`."""
    others = [other for other in view.playable if other is not card]
    if not others:
        return Reason(Cause.ONLY_CARD)
    chosen = _shares(end_counts, card)
    rest = np.mean([_shares(end_counts, other) for other in others], axis=0)
    effect = max(_effects(view), key=lambda effect: float((chosen - rest) @ effect.points))
    if float((chosen - rest) @ effect.points) < MIN_DIFFERENCE:
        return Reason(Cause.NO_DIFFERENCE)
    about = effect.reason
    return Reason(about.cause, about.player, about.hand, float(chosen @ effect.amount), float(rest @ effect.amount))


def reason_for_bid(review: BidReview, bid: Bid) -> Reason:
    """Return why to make `bid`: how often it, and one trick more, is made in the deals of the review."""
    worth = review.of(bid)
    if nils := bid.nils & {bid.player, DUMMY}:
        return Reason(Cause.BID_NIL, bid.player, min(nils), 1.0 if worth.nils_made is None else worth.nils_made)
    higher = (other.made for other in review.bids if (other.tricks, other.nils) == (bid.tricks + 1, worth.nils))
    return Reason(Cause.BID, bid.player, None, worth.made, next(higher, 0.0))


def _shares(end_counts: Ints, card: Card) -> Floats:
    """Return for each end of a deal its share of the deals simulated for the card."""
    row = end_counts[card.index].astype(np.float64)
    return np.asarray(row / row.sum(), dtype=np.float64)


def _effects(view: View) -> Iterator[_Effect]:
    """Yield an effect for each contract, each player's bags and each nil."""
    assert view.order is not None, "cards are played after the bidding"
    ends = np.arange(ENDS)
    for player in PLAYERS:
        contract = view.contracts[player]
        weight = 1.0 if player == view.viewer else -0.5
        if contract is not None:
            tricks = ends // 16 if player == view.declarer else 13 - ends // 16
            scored = [score_contract(contract, int(side)) for side in tricks]
            points, bags = np.array(scored, dtype=np.float64).T.copy()
            yield _Effect(Reason(Cause.CONTRACT, player), weight * (points - bags), (points >= 0).astype(np.float64))
            if view.rules.bag_limit is not None:
                yield _Effect(Reason(Cause.BAGS, player), weight * BAG * bags, bags)
        for hand in view.nils[player]:
            kept = (1 - (ends >> view.order.index(hand) & 1)).astype(np.float64)
            yield _Effect(Reason(Cause.NIL, player, hand), weight * NIL * (2 * kept - 1), kept)
