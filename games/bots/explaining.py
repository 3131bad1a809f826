"""Finds the reason for a card or a bid in the simulated deals.

Each end of a deal brings points by cause: the viewer's contract, bags and nils, and those of the others, whose points
count minus one half. The cause that gains most by the card, compared with the other playable cards, is the reason.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.engine import DUMMY, PLAYERS, Bid, Card, Player, View, score_contract

from .reasons import Cause, Reason
from .search.compiling import Floats, Ints
from .search.payoffs import ENDS

MIN_DIFFERENCE: Final = 4.0
"""The points from which a difference counts."""

NIL: Final = 100.0
BAG: Final = -9.0


@dataclass(frozen=True, slots=True)
class _Effect:
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
    """Return why to make `bid`: how often it is made, and how often the next higher bid is made.

    `results` is the result of `thinking.simulate_bids` for the `candidates`.
    """
    _, made, kept = results[candidates.index(bid)]
    nils = bid.nils & {bid.player, DUMMY}
    if nils:
        return Reason(Cause.BID_NIL, bid.player, min(nils), float(kept))
    higher = Bid(bid.player, bid.tricks + 1, bid.nils)
    more = float(results[candidates.index(higher), 1]) if higher in candidates else 0.0
    return Reason(Cause.BID, bid.player, None, float(made), more)


def _shares(end_counts: Ints, card: Card) -> Floats:
    """Return for each end of a deal its share of the deals simulated for the card."""
    row = end_counts[card.index].astype(np.float64)
    shares: Floats = row / row.sum()
    return shares


def _effects(view: View) -> Iterator[_Effect]:
    """Yield an effect for each contract, each player's bags and each nil."""
    assert view.order is not None, "cards are played after the bidding"
    rows = range(ENDS)
    for player in PLAYERS:
        contract = view.contracts[player]
        weight = 1.0 if player == view.viewer else -0.5
        if contract is not None:
            results = [score_contract(contract, _tricks(view, player, end)) for end in rows]
            made = np.array([float(points >= 0) for points, _ in results])
            bags = np.array([float(bags) for _, bags in results])
            points = np.array([float(points - bags) for points, bags in results])
            yield _Effect(Reason(Cause.CONTRACT, player), weight * points, made)
            if view.rules.bag_limit is not None:
                yield _Effect(Reason(Cause.BAGS, player), weight * BAG * bags, bags)
        for hand in view.nils[player]:
            seat = view.order.index(hand)
            kept = np.array([float(not end >> seat & 1) for end in rows])
            yield _Effect(Reason(Cause.NIL, player, hand), weight * NIL * (2 * kept - 1), kept)


def _tricks(view: View, player: Player, end: int) -> int:
    """Return the tricks of the player's side in this end of a deal (see `search.payoffs`)."""
    return end // 16 if player == view.declarer else 13 - end // 16
