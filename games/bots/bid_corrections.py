"""What imagined deals get wrong about bids, measured in deals that bots played to the end.

In imagined deals everybody plays by simple rules. At the table an Expert makes more of a contract than those rules do,
and a nil on the bidder's own hand costs more: opponents set it more often, and covering it costs the contract. Later
bidders know more about the others, so that a trick more is worth more to them than those deals say.
`python -m tests.benchmarks.arena.bids` measures both.
"""

from typing import Final

from games.engine import DUMMY, Bid, BiddingStyle, View

from .bidding import hand_tricks
from .search.worlds import PARTNER_TRICKS

TRICK: Final = {BiddingStyle.STANDARD: (0.0, 2.0, 4.0)}
"""The points that each trick more in a bid brings beyond what the deals say, for the first, second and third bidder."""

OWN_NIL: Final = {BiddingStyle.STANDARD: -25.0, BiddingStyle.WHIZ: -30.0}
"""The points that a nil on the bidder's own hand brings beyond what the deals say."""

DUMMY_NIL: Final = {BiddingStyle.STANDARD: -8.0}
"""The same of a nil on the dummy. It mostly does not apply, so that a gain of fewer points is just noise."""


def correction(view: View, bid: Bid) -> float:
    """Return the points by which a bid of the viewer gains more than its imagined deals say."""
    style, place = view.rules.bidding, len(view.bids)
    higher = bid.tricks - round(hand_tricks(view.hand or ()) + PARTNER_TRICKS)
    nils = OWN_NIL.get(style, 0.0) * (bid.player in bid.nils) + DUMMY_NIL.get(style, 0.0) * (DUMMY in bid.nils)
    return TRICK.get(style, (0.0, 0.0, 0.0))[place] * higher + nils
