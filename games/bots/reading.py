"""What a view says, put into the numbers that a search works on."""

from __future__ import annotations

import numpy as np

from games.engine import DUMMY, BiddingStyle, Player, View, clockwise_from, winner

from .cardsets import BIT, OF_SUIT, SPADES, WHOLE_DECK, card_set
from .knowledge import shown_voids, unseen
from .search import likelihood, payoffs, position, worlds
from .search.compiling import Ints


def position_of(view: View) -> Ints:
    """The play as far as the viewer sees it; hidden hands are left empty."""
    assert view.order is not None, "cards are played after the bidding"
    assert view.declarer is not None
    assert view.to_play is not None
    start = position.empty_position()
    for seat, hand in enumerate(view.order):
        player = view.declarer if hand == DUMMY else hand
        contract = view.contracts[player]
        start[position.CONTRACT + seat] = _guessed_contract(view) if contract is None else contract
        start[position.NILS + seat] = sum(1 << view.order.index(nil) for nil in view.nils[player])
        start[position.TOOK] |= bool(view.taken[hand]) << seat
    start[position.TURN] = view.order.index(view.to_play)
    start[position.BROKEN] = view.broken
    start[position.LEFT] = 13 - len(view.tricks)
    start[position.DECLARERS] = view.side_tricks[view.declarer]
    if view.trick:
        best = winner(view.trick)
        start[position.IN_TRICK] = len(view.trick)
        start[position.LED] = OF_SUIT[view.trick[0].card.suit]
        start[position.BEST_SEAT] = view.order.index(best)
        start[position.BEST] = next(BIT[played.card.index] for played in view.trick if played.hand == best)
        start[position.TABLE] = card_set(played.card for played in view.trick)
    return start


def _guessed_contract(view: View) -> int:
    """The declarer's contract where it includes the spades of a dummy still hidden (RULES section 9)."""
    told = sum(bid.tricks for bid in view.bids)
    untold = sum(bool(bid.nils) for bid in view.bids) if view.rules.bidding is BiddingStyle.WHIZ else 0
    declared = max(bid.tricks for bid in view.bids)
    return declared + round(max(0, 13 - told) / (1 + untold))


def standing_of(view: View, first: Player) -> Ints:
    """The standing before the deal, players counted from `first`."""
    rules, before = view.rules, view.before
    points = [before.points[player] for player in clockwise_from(first)]
    bags = [before.bags[player] for player in clockwise_from(first)]
    floor = max(rules.floor or payoffs.NO_FLOOR, payoffs.NO_FLOOR)
    return np.array([*points, *bags, rules.bag_limit or 0, rules.target, floor], dtype=np.int64)


def knowledge_of(view: View, order: tuple[int, ...]) -> Ints:
    """Where each card may be, hands in this order."""
    known, hidden, voids = worlds.empty_knowledge(), unseen(view), shown_voids(view)
    known[worlds.POOL] = hidden
    for seat, hand in enumerate(order):
        seen = _cards_seen(view, hand)
        known[worlds.KNOWN + seat] = seen
        known[worlds.MISSING + seat] = view.counts[hand] - seen.bit_count()
        known[worlds.ALLOWED + seat] = WHOLE_DECK & ~voids[hand]
        known[worlds.SPADE_COUNT + seat] = _spades_left(view, hand)
    return known


def _cards_seen(view: View, hand: int) -> int:
    """The cards the viewer knows to be in a hand."""
    if hand == view.viewer:
        return card_set(view.hand or ())
    if hand == DUMMY:
        return card_set(view.dummy if view.dummy is not None else (card for _, card in view.places))
    return 0


def _spades_left(view: View, hand: int) -> int:
    """How many spades a hidden hand still has if its bid was its number of spades, otherwise -1."""
    bid = view.bid_of(hand)
    style = view.rules.bidding
    if hand == view.viewer or bid is None or not style.counts_spades:
        return -1
    if style is BiddingStyle.WHIZ and bid.nils:
        return -1
    return bid.tricks - (played_by(view, hand) & SPADES).bit_count()


def told_by_bids(view: View, order: tuple[int, ...]) -> Ints:
    """What the bids of the other players tell of their cards, hands in this order."""
    told = likelihood.nothing_told()
    for bid in view.bids:
        if bid.player != view.viewer and _tells(view, bid.player in bid.nils):
            seat = order.index(bid.player)
            told[likelihood.BID + seat] = bid.tricks
            told[likelihood.OWN_NIL + seat] = bid.player in bid.nils
            told[likelihood.PLAYED + seat] = played_by(view, bid.player)
    return told


def _tells(view: View, nil: bool) -> bool:
    """Whether a bid says more of the hand than its number of spades."""
    return view.rules.bidding is BiddingStyle.STANDARD or (nil and view.rules.bidding is not BiddingStyle.MIRROR)


def played_by(view: View, hand: int) -> int:
    """The cards this hand has played."""
    tricks = (*(trick.cards for trick in view.tricks), view.trick)
    return card_set(played.card for trick in tricks for played in trick if played.hand == hand)
