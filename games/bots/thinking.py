"""A player who thinks: weighs bids and cards by the deals they lead to."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from games.bots.playing_style import LEANINGS, Leaning, PlayingStyle
from games.engine import (
    DECK,
    DUMMY,
    HANDS,
    PLAYERS,
    SECRET_BYTES,
    Bid,
    BiddingStyle,
    Card,
    Dealt,
    HandId,
    Player,
    Rules,
    Standing,
    View,
    act,
    deal_hands,
    replay,
    view_for,
)

from .cardsets import BIT, CardSet
from .estimate import hand_tricks
from .levels import Effort
from .reading import knowledge_of, position_of, standing_of, told_by_bids
from .search import bids, payoffs, tree
from .search.chance import seeded
from .search.compiling import Floats, Ints, compiling_alone
from .search.likelihood import PARTNER

STYLES: Final = {
    BiddingStyle.STANDARD: bids.STANDARD,
    BiddingStyle.SUICIDE: bids.SUICIDE,
    BiddingStyle.MIRROR: bids.MIRROR,
    BiddingStyle.WHIZ: bids.WHIZ,
}

STEPS: Final = 3
"""How far from the tricks it expects a bot thinks of bidding."""

OWN_NIL: Final = 3.0
"""A hand worth more tricks is not thought of as nil."""

MERE_WORDS: Final = 8.0
"""The points a nil on the dummy has to promise: mostly it does not apply, and then only chance speaks for it."""

NIL_BIDS: Final = range(6)
"""What is bid for the partner of an own hand that is nil."""

HIGHEST_SUICIDE: Final = 9

ALL_THAT_DIFFER: Final = 0
DEALS_TO_COMPARE: Final = 1000


def prepare() -> None:
    """Load the compiled code, and compile what is not on disk yet: half a minute once, a second from then on."""
    rng, effort = random.Random(1), Effort(card=1, bid=1)
    with compiling_alone():
        deal = replay([Dealt(Rules(), 2, Standing(), deal_hands(bytes(SECRET_BYTES)))])
        for player in PLAYERS:
            deal = act(deal, think_of_bid(view_for(deal, player), player, rng, effort))
        weigh_cards(view_for(deal, 0), rng, effort)


def weigh_cards(view: View, rng: random.Random, effort: Effort) -> Ints:
    """The deals imagined for the viewer's turn: a row for each card of the pack, a column for each end of a deal."""
    return _imagine(view, rng, [(ALL_THAT_DIFFER, effort.card)])


def compare_cards(view: View, rng: random.Random) -> Ints:
    """The same with equally many deals for every card that may be played: what is needed to say what is good for what.

    A search hardly looks at cards it does not like.
    """
    return _imagine(view, rng, [(BIT[card.index], DEALS_TO_COMPARE) for card in view.playable])


def _imagine(view: View, rng: random.Random, tasks: list[tuple[CardSet, int]]) -> Ints:
    """The deals imagined in some searches: each the cards to think about, and how many deals at most."""
    assert view.order is not None, "cards are played after the bidding"
    assert view.declarer is not None
    start, worth = position_of(view), np.empty((payoffs.ENDS, 3))
    payoffs.fill_payoffs(start, standing_of(view, view.declarer), worth)
    ends = np.zeros((len(DECK), payoffs.ENDS), dtype=np.int64)
    knowledge, told = knowledge_of(view, view.order), told_by_bids(view, view.order)
    for cards, deals in tasks:
        tree.search(start, cards, knowledge, told, worth, deals, seeded(rng.getrandbits(62)), ends)
    return ends


def worth_of_cards(view: View, ends: Ints) -> Floats:
    """By card index what the deals imagined for it were worth to the viewer on average, in points."""
    assert view.declarer is not None, "cards are played after the bidding"
    worth = np.empty((payoffs.ENDS, 3))
    payoffs.fill_payoffs(position_of(view), standing_of(view, view.declarer), worth)
    mine: Floats = ends @ worth[:, ((view.viewer or 0) - view.declarer) % 3] / np.maximum(1, ends.sum(axis=1))
    return mine


def best_card(view: View, ends: Ints) -> Card:
    """The card most deals were imagined for."""
    return max(view.playable, key=lambda card: ends[card.index].sum())


def think_of_card(view: View, rng: random.Random, effort: Effort) -> Card:
    """The card to play."""
    return view.playable[0] if len(view.playable) == 1 else best_card(view, weigh_cards(view, rng, effort))


def weigh_bids(view: View, candidates: list[Bid], rng: random.Random, effort: Effort) -> Floats:
    """A row for each candidate: what it is worth on average, and how often its contract and its nils are made."""
    results = np.zeros((len(candidates), 3))
    bids.weigh_bids(
        STYLES[view.rules.bidding],
        knowledge_of(view, HANDS),
        told_by_bids(view, HANDS),
        np.array(view.bidding_order, dtype=np.int64),
        _numbers((bid.tricks, bid.nils) for bid in view.bids),
        standing_of(view, 0),
        _numbers((bid.tricks, bid.nils) for bid in candidates),
        effort.bid,
        seeded(rng.getrandbits(62)),
        results,
    )
    return results


def think_of_bid(
    view: View, player: Player, rng: random.Random, effort: Effort, leaning: Leaning = LEANINGS[PlayingStyle.STEADY]
) -> Bid:
    """The bid to make."""
    candidates = sensible_bids(view, player)
    if len(candidates) == 1:
        return candidates[0]
    return best_bid(view, candidates, weigh_bids(view, candidates, rng, effort), leaning)


def best_bid(
    view: View, candidates: list[Bid], results: Floats, leaning: Leaning = LEANINGS[PlayingStyle.STEADY]
) -> Bid:
    """The candidate a player of this leaning likes best; `results` are those of `weigh_bids`."""
    return candidates[int(np.argmax(results[:, 0] + [_liking(view, bid, leaning) for bid in candidates]))]


def _liking(view: View, bid: Bid, leaning: Leaning) -> float:
    """What a bid is worth beyond the points it seems to bring."""
    mere_words = view.rules.bidding is BiddingStyle.STANDARD and DUMMY in bid.nils
    return leaning.trick * bid.tricks + leaning.nil * (bid.player in bid.nils) - MERE_WORDS * mere_words


def sensible_bids(view: View, player: Player) -> list[Bid]:
    """The bids worth a thought."""
    if view.rules.bidding is BiddingStyle.STANDARD:
        return list(_standard_bids(view, player))
    return [
        Bid(player, tricks, nils)
        for option in view.bid_options
        for tricks in option.tricks
        for nils in option.nils
        if tricks <= HIGHEST_SUICIDE or view.rules.bidding is not BiddingStyle.SUICIDE
    ]


def _standard_bids(view: View, player: Player) -> Iterator[Bid]:
    tricks = hand_tricks(view.hand or ())
    middle = round(tricks + PARTNER)
    ducking = frozenset(bid.player for bid in view.bids if bid.player in bid.nils)
    for number in range(max(0, middle - STEPS), min(13, middle + STEPS) + 1):
        yield Bid(player, number, ducking)
        if view.places:
            yield Bid(player, number, ducking | {DUMMY})
    if tricks < OWN_NIL:
        for number in NIL_BIDS:
            yield Bid(player, number, ducking | {player})


def _numbers(pairs: Iterable[tuple[int, frozenset[HandId]]]) -> Ints:
    """Bids as rows: tricks, and a bit for each hand declared nil."""
    rows = [(tricks, sum(1 << hand for hand in nils)) for tricks, nils in pairs]
    return np.array(rows, dtype=np.int64).reshape(len(rows), 2)
