"""Corrections of what imagined deals get wrong about bids, measured in deals that bots played to the end.

In imagined deals everybody plays by simple rules. At the table an Expert makes more of a contract than those rules do.
A nil on the bidder's own hand costs more there: opponents set it more often, and to cover it costs the contract.
`python -m tests.benchmarks.arena.bids` measures both, in deals without peeking.
"""

from typing import Final

from games.engine import Bid, BiddingStyle, View

from .bidding import hand_tricks
from .search.evidence import PARTNER_TRICKS

TRICK_CORRECTIONS: Final = {BiddingStyle.STANDARD: (0.0, 2.0, 4.0)}
"""The points that a trick more in a bid gains beyond what the deals say, for the first, second and third bidder."""

NIL_CORRECTIONS: Final = {BiddingStyle.STANDARD: -25.0, BiddingStyle.WHIZ: -30.0}
"""The points that a nil on the bidder's own hand gains beyond what the deals say."""


def correction(view: View, bid: Bid) -> float:
    """Return the points by which a bid of the viewer gains more than its imagined deals say.

    Bids are compared with the one that the hand suggests: a bid of as many tricks, without a nil, needs no correction.
    """
    style, place = view.rules.bidding, len(view.bids)
    higher = bid.tricks - round(hand_tricks(view.hand or ()) + PARTNER_TRICKS)
    nil = NIL_CORRECTIONS.get(style, 0.0) if bid.player in bid.nils else 0.0
    return TRICK_CORRECTIONS.get(style, (0.0, 0.0, 0.0))[place] * higher + nil
