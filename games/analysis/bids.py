"""The worth of each bid: the player's options are tried on sampled deals that bots bid and play to the end."""

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev

from games.bots import choose
from games.engine import (
    Bid,
    BidMade,
    Event,
    Player,
    PlayerScore,
    State,
    act,
    dealt_event,
    record_of,
    replay,
    score,
    view_for,
    waiting_for,
)

from .findings import BidReview, BidWorth
from .sampling import sample_deals

DEALS = 60
"""The number of sampled deals for each player."""

MAX_DISTANCE = 3
"""Bids up to so many tricks from the one that was made are tried."""


def review_bids(state: State, deals: int = DEALS) -> tuple[BidReview, ...]:
    """Return a review for each player who had a choice of bids, in bidding order (docs/rules.md section 9)."""
    rng = Random(str(record_of(state)))
    return tuple(review for bid in state.bids if (review := _review(state, bid, deals, rng)) is not None)


def _review(state: State, made: BidMade, deals: int, rng: Random) -> BidReview | None:
    dealt = dealt_event(state)
    log: list[Event] = [dealt, *state.peeks, *state.bids[: state.bids.index(made)]]
    options = candidates(replay(log), made)
    if len(options) < 2:
        return None
    sampled = sample_deals(log, made.player, deals, rng)
    return BidReview(made.player, deals, tuple(_worth(sampled, bid, rng) for bid in options))


def candidates(state: State, made: BidMade) -> tuple[Bid, ...]:
    """Return the bids to compare: nearby numbers with the same nils, and the same number with other nils.

    Where the style allows any nils, the other nils tried are none and the bidder's hand; otherwise all that it allows.
    """
    player, around = made.player, range(made.tricks - MAX_DISTANCE, made.tricks + MAX_DISTANCE + 1)
    found = {(made.tricks, made.nils)}
    for option in view_for(state, player).bid_options:
        found |= {(tricks, made.nils) for tricks in option.tricks if tricks in around and made.nils in option.nils}
        others = [frozenset(), frozenset({player})] if option.any_nils else option.nils
        tricks = made.tricks if made.tricks in option.tricks else option.tricks[0]
        found |= {(tricks, nils) for nils in others}
    ordered = sorted(found, key=lambda bid: (bid[1] != made.nils, bid[0], sorted(bid[1])))
    return tuple(Bid(player, tricks, nils) for tricks, nils in ordered)


def _worth(sampled: Sequence[State], bid: Bid, rng: Random) -> BidWorth:
    ends = [_played_out(act(state, bid), rng) for state in sampled]
    lines = [score(end)[bid.player] for end in ends]
    points = [line.total for line in lines]
    return BidWorth(
        tricks=bid.tricks,
        nils=tuple(sorted(bid.nils)),
        declares=fmean(end.declarer == bid.player for end in ends),
        made=fmean(line.made for line in lines),
        nils_made=_nils_made(lines),
        score=fmean(points),
        error=stdev(points) / sqrt(len(points)),
    )


def _nils_made(lines: Iterable[PlayerScore]) -> float | None:
    """Return the share of deals with nils in which all of them were made; None if there are no such deals."""
    counted = [all(nil.made for nil in line.nils) for line in lines if line.nils]
    return fmean(counted) if counted else None


def _played_out(state: State, rng: Random) -> State:
    """Return the deal as bots finish it, each using only what its player may know."""
    while waiting := waiting_for(state):
        player: Player = waiting[0]
        state = act(state, choose(view_for(state, player), rng))
    return state
