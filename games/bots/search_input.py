"""Turns a view into the arrays of numbers that the search works on."""

import numpy as np

from games.engine import DUMMY, BiddingStyle, Player, View, clockwise_from, winner

from .cardsets import BIT, OF_SUIT, SPADES, WHOLE_DECK, card_set
from .knowledge import cards_seen, played_by, shown_voids, unseen
from .search import payoffs, position, worlds
from .search.compiling import Ints


def position_of(view: View) -> Ints:
    """Return the position of the play (see `search.position`) with hidden hands left empty."""
    assert view.order is not None, "cards are played after the bidding"
    assert view.declarer is not None
    assert view.to_play is not None
    start = np.zeros(position.SIZE, dtype=np.int64)
    for seat, hand in enumerate(view.order):
        player = view.declarer if hand == DUMMY else hand
        contract = view.contracts[player]
        start[position.CONTRACT + seat] = _estimated_contract(view) if contract is None else contract
        start[position.NILS + seat] = sum(1 << view.order.index(nil) for nil in view.nils[player])
        start[position.SEATS_WITH_TRICKS] |= bool(view.taken[hand]) << seat
    start[position.TURN] = view.order.index(view.to_play)
    start[position.BROKEN] = view.broken
    start[position.TRICKS_LEFT] = 13 - len(view.tricks)
    start[position.DECLARER_TRICKS] = view.side_tricks[view.declarer]
    if view.trick:
        best = winner(view.trick)
        start[position.IN_TRICK] = len(view.trick)
        start[position.LED] = OF_SUIT[view.trick[0].card.suit]
        start[position.BEST_SEAT] = view.order.index(best)
        start[position.BEST] = next(BIT[played.card.index] for played in view.trick if played.hand == best)
        start[position.TABLE] = card_set(played.card for played in view.trick)
    return start


def _estimated_contract(view: View) -> int:
    """Return an estimate of declarer's contract while the dummy's spades are hidden (docs/rules.md section 9)."""
    announced = sum(bid.tricks for bid in view.bids)
    unannounced_hands = sum(bool(bid.nils) for bid in view.bids) if view.rules.bidding is BiddingStyle.WHIZ else 0
    highest = max(bid.tricks for bid in view.bids)
    return highest + round(max(0, 13 - announced) / (1 + unannounced_hands))


def standing_of(view: View, first: Player) -> Ints:
    """Return the standing before the deal (see `search.payoffs`), with the players counted from `first`."""
    rules, before = view.rules, view.before
    points = [before.points[player] for player in clockwise_from(first)]
    bags = [before.bags[player] for player in clockwise_from(first)]
    floor = max(rules.floor or payoffs.NO_FLOOR, payoffs.NO_FLOOR)
    return np.array([*points, *bags, rules.bag_limit or 0, rules.target, floor], dtype=np.int64)


def knowledge_of(view: View, order: tuple[int, ...]) -> Ints:
    """Return which cards each hand may hold (see `search.worlds`), with the hands in this order."""
    known, voids = worlds.empty_knowledge(), shown_voids(view)
    known[worlds.POOL] = unseen(view)
    for seat, hand in enumerate(order):
        seen = cards_seen(view, hand)
        known[worlds.KNOWN + seat] = seen
        known[worlds.MISSING + seat] = view.counts[hand] - seen.bit_count()
        known[worlds.ALLOWED + seat] = WHOLE_DECK & ~voids[hand]
        known[worlds.SPADE_COUNT + seat] = _spades_left(view, hand)
    return known


def _spades_left(view: View, hand: int) -> int:
    """Return how many spades a hidden hand has left if its bid was its number of spades, otherwise -1."""
    bid, style = view.bid_of(hand), view.rules.bidding
    if hand == view.viewer or bid is None or not style.counts_spades or (style is BiddingStyle.WHIZ and bid.nils):
        return -1
    return bid.tricks - (played_by(view, hand) & SPADES).bit_count()


def bid_evidence(view: View, order: tuple[int, ...]) -> Ints:
    """Return what others' bids say beyond a number of spades (see `search.worlds`), with the hands in this order."""
    evidence, style = worlds.empty_evidence(), view.rules.bidding
    for bid in view.bids:
        nil = bid.player in bid.nils
        informative = style is BiddingStyle.STANDARD or (nil and style is not BiddingStyle.MIRROR)
        if bid.player != view.viewer and informative:
            seat = order.index(bid.player)
            evidence[worlds.BID + seat] = bid.tricks
            evidence[worlds.OWN_NIL + seat] = nil
            evidence[worlds.PLAYED + seat] = played_by(view, bid.player)
    return evidence
