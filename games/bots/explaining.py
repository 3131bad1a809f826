"""Finding the reason for a card in the deals imagined, and for a bid.

Each end of a deal has its points by cause: one's own contract, bags and nils, and those of the others, whose gain is
half one's own loss. The cause that speaks most for the card, against what else could be played, is the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from games.engine import DUMMY, PLAYERS, Bid, Card, Player, View, score_contract

from .reasons import Cause, Reason
from .search.compiling import Floats, Ints
from .search.payoffs import ENDS

MATTERS: Final = 4.0
"""Points below which a difference is none."""

NIL: Final = 100.0
BAG: Final = -9.0


@dataclass(frozen=True, slots=True)
class _Part:
    """One cause in figures: for each end of a deal the points it brings to the viewer, and the thing itself."""

    reason: Reason
    points: Floats
    happens: Floats


def reason_for(view: View, ends: Ints, card: Card) -> Reason:
    """Why `card`, of all that may be played; `ends` is what `thinking.compare_cards` has found."""
    others = [other for other in view.playable if other is not card]
    if not others:
        return Reason(Cause.ONLY_CARD)
    chosen = _shares(ends, card)
    rest = np.mean([_shares(ends, other) for other in others], axis=0)
    part = max(_parts(view), key=lambda part: float((chosen - rest) @ part.points))
    if float((chosen - rest) @ part.points) < MATTERS:
        return Reason(Cause.NO_DIFFERENCE)
    about = part.reason
    return Reason(about.cause, about.player, about.hand, float(chosen @ part.happens), float(rest @ part.happens))


def reason_for_bid(candidates: Sequence[Bid], results: Floats, bid: Bid) -> Reason:
    """Why `bid`: how often it is made, and how often the next higher one; `results` are from `thinking.weigh_bids`."""
    _, made, kept = results[candidates.index(bid)]
    nils = bid.nils & {bid.player, DUMMY}
    if nils:
        return Reason(Cause.BID_NIL, bid.player, min(nils), float(kept))
    higher = Bid(bid.player, bid.tricks + 1, bid.nils)
    more = float(results[candidates.index(higher), 1]) if higher in candidates else 0.0
    return Reason(Cause.BID, bid.player, None, float(made), more)


def _shares(ends: Ints, card: Card) -> Floats:
    row = ends[card.index].astype(np.float64)
    shares: Floats = row / row.sum()
    return shares


def _parts(view: View) -> Iterator[_Part]:
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
            yield _Part(Reason(Cause.CONTRACT, player), weight * points, made)
            if view.rules.bag_limit is not None:
                yield _Part(Reason(Cause.BAGS, player), weight * BAG * bags, bags)
        for hand in view.nils[player]:
            seat = view.order.index(hand)
            kept = np.array([float(not end >> seat & 1) for end in rows])
            yield _Part(Reason(Cause.NIL, player, hand), weight * NIL * (2 * kept - 1), kept)


def _tricks(view: View, player: Player, end: int) -> int:
    """The tricks of the player's side in the deal that ended so."""
    return end // 16 if player == view.declarer else 13 - end // 16
