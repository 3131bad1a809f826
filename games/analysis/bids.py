"""The worth of each bid: the player's options are tried on sampled deals that bots bid and play to the end.

A sampled deal agrees with what the player knew when it was that player's turn to bid.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from statistics import fmean, stdev

from games import engine
from games.bots import choose
from games.engine import DECK, PLAYERS, Bid, BidMade, Card, Dealt, Event, Player, State

from .findings import BidReview, BidWorth

DEALS = 60  # sampled for each player
MAX_DISTANCE = 3  # the bids tried are up to so many tricks from the one that was made
OVERDRAW = 3  # deals are drawn for each one kept, those that agree best with the earlier bids


def review_bids(state: State, deals: int = DEALS) -> tuple[BidReview, ...]:
    """Return a review for each player who had a choice of bids, in bidding order (docs/rules.md section 9)."""
    rng = Random(str(engine.record_of(state)))
    return tuple(review for bid in state.bids if (review := _review(state, bid, deals, rng)) is not None)


def _review(state: State, made: BidMade, deals: int, rng: Random) -> BidReview | None:
    log: list[Event] = [engine.dealt_event(state), *state.peeks, *state.bids[: state.bids.index(made)]]
    options = candidates(engine.replay(log), made)
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
    for option in engine.view_for(state, player).bid_options:
        found |= {(tricks, made.nils) for tricks in option.tricks if tricks in around and made.nils in option.nils}
        others = [frozenset(), frozenset({player})] if option.any_nils else option.nils
        tricks = made.tricks if made.tricks in option.tricks else option.tricks[0]
        found |= {(tricks, nils) for nils in others}
    ordered = sorted(found, key=lambda bid: (bid[1] != made.nils, bid[0], sorted(bid[1])))
    return tuple(Bid(player, tricks, nils) for tricks, nils in ordered)


def _worth(sampled: Sequence[State], bid: Bid, rng: Random) -> BidWorth:
    ends = [_played_out(engine.act(state, bid), rng) for state in sampled]
    lines = [engine.score(end)[bid.player] for end in ends]
    points = [line.total for line in lines]
    nils_made = [all(nil.made for nil in line.nils) for line in lines if line.nils]
    return BidWorth(
        tricks=bid.tricks,
        nils=tuple(sorted(bid.nils)),
        declares=fmean(end.declarer == bid.player for end in ends),
        made=fmean(line.made for line in lines),
        nils_made=fmean(nils_made) if nils_made else None,
        score=fmean(points),
        error=stdev(points) / sqrt(len(points)),
    )


def _played_out(state: State, rng: Random) -> State:
    """Return the deal as bots finish it, each using only what its player may know."""
    while waiting := engine.waiting_for(state):
        state = engine.act(state, choose(engine.view_for(state, waiting[0]), rng))
    return state


def sample_deals(log: list[Event], player: Player, count: int, rng: Random) -> list[State]:
    """Return `count` random deals that agree with all that `player` knew at the end of `log`, right before the bid."""
    drawn = [_redealt(log, player, rng) for _ in range(OVERDRAW * count)]
    return sorted(drawn, key=lambda state: _mismatch(state, rng))[:count]


def _redealt(log: list[Event], player: Player, rng: Random) -> State:
    dealt, *rest = log
    assert isinstance(dealt, Dealt), "a log begins with the deal"
    hands = tuple(map(tuple, _hands(engine.replay(log), player, rng)))
    return engine.replay([replace(dealt, hands=hands), *rest])


def _hands(state: State, player: Player, rng: Random) -> Iterator[list[Card]]:
    """Yield the four hands: the player's hand and the known places of the dummy unchanged, all other cards shuffled."""
    known = dict(engine.view_for(state, player).places)
    seen = {*state.dealt[player], *known.values()}
    unseen = [card for card in DECK if card not in seen]
    rng.shuffle(unseen)
    for hand in PLAYERS:
        yield list(state.dealt[hand]) if hand == player else [unseen.pop() for _ in range(13)]
    yield [known[place] if place in known else unseen.pop() for place in range(13)]


def _mismatch(state: State, rng: Random) -> int:
    """Return how far the earlier bids are from those of a bot with the hands in this deal."""
    far, so_far = 0, engine.replay([engine.dealt_event(state), *state.peeks])
    for made in state.bids:
        own = choose(engine.view_for(so_far, made.player), rng)
        assert isinstance(own, Bid), "it is this player's turn to bid"
        far += abs(own.tricks - made.tricks) + 3 * ((made.player in own.nils) is not (made.player in made.nils))
        so_far = engine.evolve(so_far, made)
    return far
