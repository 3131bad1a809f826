"""An expert's advice before a bid or card and judgement after it, from the view of the player on turn, with reasons.

Each end of a simulated deal (see `search.payoffs`) brings points by cause: the viewer's contract, bags and nils, and
those of the others, whose points count minus one half. The cause that gains most by a card, compared with the other
playable cards, is the reason for it.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np

from games.engine import DUMMY, PLAYERS, Bid, Card, Play, Player, View, score_contract

from .levels import EFFORT, Level
from .reasons import Advice, Cause, Opinion, Reason
from .search.compiling import Floats, Ints
from .search.payoffs import ENDS
from .thinking import average_worth, best_bid, compare_cards, search_card, sensible_bids, simulate_bids

NIL: Final = 100.0
BAG: Final = -9.0
MIN_DIFFERENCE: Final = 4.0  # the points from which a difference counts
CLEAR_MARGIN: Final = 6.0  # the points by which a choice has to be better to be called better
EXPERT: Final = EFFORT[Level.EXPERT]


def advise(view: View, rng: random.Random) -> Advice:
    """Return what to bid or to play, and why."""
    player = view.viewer
    assert player is not None, "it is the viewer's turn"
    if view.bid_options:
        return _advise_bid(view, player, rng)
    card = search_card(view, rng, EXPERT)
    return Advice(Play(player, card), reason_for(view, compare_cards(view, rng), card))


def _advise_bid(view: View, player: Player, rng: random.Random) -> Advice:
    bids = sensible_bids(view, player)
    if len(bids) == 1:
        return Advice(bids[0], Reason(Cause.ONLY_BID))
    results = simulate_bids(view, bids, rng, EXPERT)
    best = best_bid(view, bids, results)
    return Advice(best, reason_for_bid(bids, results, best))


def judge(view: View, action: Bid | Play, rng: random.Random) -> Opinion:
    """Return the opinion about a legal bid or play."""
    return _judge_bid(view, action, rng) if isinstance(action, Bid) else _judge_card(view, action, rng)


def _judge_bid(view: View, made: Bid, rng: random.Random) -> Opinion:
    if len(view.bid_options) == 1 and len(view.bid_options[0].tricks) == 1:
        return Opinion(Reason(Cause.ONLY_BID), None)
    bids, higher = sensible_bids(view, made.player), replace(made, tricks=made.tricks + 1)
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


def reason_for_bid(candidates: Sequence[Bid], results: Floats, bid: Bid) -> Reason:
    """Return why to make `bid`: how often it, and one trick more, is made in the simulation of the `candidates`."""
    _, made, kept = results[candidates.index(bid)]
    if nils := bid.nils & {bid.player, DUMMY}:
        return Reason(Cause.BID_NIL, bid.player, min(nils), float(kept))
    higher = Bid(bid.player, bid.tricks + 1, bid.nils)
    more = float(results[candidates.index(higher), 1]) if higher in candidates else 0.0
    return Reason(Cause.BID, bid.player, None, float(made), more)


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
