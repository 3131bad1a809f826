"""The choice of bids and cards by simulating the rest of the deal many times, and the numbers that the search needs."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from .. import engine
from ..engine import DECK, DUMMY, HANDS, PLAYERS, Bid, BiddingStyle, BidMade, Card, Player, View, owner
from .bidding import hand_tricks
from .knowledge import BIT, OF_SUIT, SPADES, WHOLE_DECK, CardSet, card_set, cards_seen, played_by, shown_voids, unseen
from .levels import STYLE_BONUSES, Effort, PlayingStyle, StyleBonus
from .search import bids, cards, payoffs, position, worlds
from .search.compiling import Floats, Ints
from .search.luck import rng_from_seed

STYLES: Final = {style: number for number, style in enumerate(BiddingStyle)}  # as `search.worlds` numbers them
STEADY: Final = STYLE_BONUSES[PlayingStyle.STEADY]
STEPS: Final = 3  # how many tricks above and below its estimate a bot considers bidding
OWN_NIL: Final = 3.0  # a hand worth at least so many tricks is not considered for a nil
DUMMY_NIL_MARGIN: Final = 8.0  # a nil on the dummy mostly does not apply, so a gain of fewer points is just noise
NIL_BIDS: Final = range(6)  # the numbers of tricks considered with a nil on the bidder's hand
HIGHEST_SUICIDE: Final = 9  # the highest bid considered in Suicide
ALL_DISTINCT: Final = 0  # stands for all playable cards that differ, instead of a set of cards
DEALS_TO_COMPARE: Final = 1000
SAME_DEALS: Final = 60  # in which all cards are tried for `card_worths`

# In imagined deals everybody plays by simple rules. At the table an Expert makes more of a contract than those do.
# A nil on the bidder's own hand costs more there: opponents set it more often, and to cover it costs the contract.
# `python -m tests.benchmarks.arena.bids` measures both, in deals without peeking.
TRICK_CORRECTIONS: Final = {BiddingStyle.STANDARD: (0.0, 2.0, 4.0)}
"""The points that a trick more in a bid gains beyond what the deals say, for the first, second and third bidder."""

NIL_CORRECTIONS: Final = {BiddingStyle.STANDARD: -25.0, BiddingStyle.WHIZ: -30.0}
"""The points that a nil on the bidder's own hand gains beyond what the deals say."""


def search_card(view: View, rng: random.Random, effort: Effort) -> Card:
    """Return the card to play: the one for which most deals were simulated."""
    if len(view.playable) == 1:
        return view.playable[0]
    end_counts = _simulate(view, rng, [(ALL_DISTINCT, effort.card)])
    return max(view.playable, key=lambda card: end_counts[card.index].sum())


def compare_cards(view: View, rng: random.Random) -> Ints:
    """Return the counts of ends of equally many deals for every playable card: a search has only few for bad ones."""
    return _simulate(view, rng, [(BIT[card.index], DEALS_TO_COMPARE) for card in view.playable])


def _simulate(view: View, rng: random.Random, tasks: list[tuple[CardSet, int]]) -> Ints:
    """Run searches, each for a set of cards and at most so many deals; return their counts of ends by card and end."""
    start, worth = position_of(view), _payoffs(view)
    end_counts = np.zeros((len(DECK), payoffs.ENDS), dtype=np.int64)
    for first, deals in tasks:
        cards.search(start, first, *_known(view, start), worth, deals, rng_from_seed(rng.getrandbits(62)), end_counts)
    return end_counts


def _payoffs(view: View) -> Floats:
    """Return the worth of each end to the players, counted from the declarer."""
    assert view.declarer is not None, "cards are played after the bidding"
    worth = np.empty((payoffs.ENDS, 3))
    payoffs.fill_payoffs(position_of(view), standing_of(view, view.declarer), worth)
    return worth


def average_worth(view: View, end_counts: Ints) -> Floats:
    """Return by card index the average worth to the viewer, in points, of the deals simulated for the card."""
    return np.asarray(end_counts @ _own_payoffs(view) / np.maximum(1, end_counts.sum(axis=1)), dtype=np.float64)


def worth_errors(view: View, end_counts: Ints) -> Floats:
    """Return by card index the standard error of `average_worth`."""
    deals = np.maximum(1, end_counts.sum(axis=1))
    squares = end_counts @ _own_payoffs(view) ** 2 / deals - average_worth(view, end_counts) ** 2
    return np.asarray(np.sqrt(np.maximum(0.0, squares) / deals), dtype=np.float64)


def _own_payoffs(view: View) -> Floats:
    """Return the worth of each end to the viewer."""
    return _payoffs(view)[:, ((view.viewer or 0) - (view.declarer or 0)) % 3]


def card_worths(view: View, rng: random.Random) -> Floats:
    """Return a row for each playable card: its average worth to each player, in the same deals for every card."""
    start, by_card = position_of(view), np.zeros((len(DECK), 3))
    tried, state = card_set(view.playable), rng_from_seed(rng.getrandbits(62))
    cards.compare(start, tried, *_known(view, start), _payoffs(view), SAME_DEALS, state, by_card)
    rows = by_card[[card.index for card in view.playable]]
    return np.asarray(np.roll(rows, view.declarer or 0, axis=1))  # the first column was the declarer's


def imagine_hands(view: View, rng: random.Random, deals: int) -> tuple[Ints, Floats]:
    """Return deals that fit what the viewer knows, a row of four hands each, and their weights, which sum to one."""
    hands, running = np.empty((deals, len(HANDS)), np.int64), np.empty(deals)
    order, state = view.order or HANDS, rng_from_seed(rng.getrandbits(62))
    worlds.sample_many(*_known(view, position_of(view) if view.order else None), hands, running, state)
    return hands[:, [order.index(hand) for hand in HANDS]], np.diff(running, prepend=0.0) / running[-1]


def _known(view: View, start: Ints | None) -> tuple[Ints, Ints, Ints]:
    """Return what the viewer knows: of the hands, by others' bids, and by their cards if `start` is the position."""
    order = view.order or HANDS
    choices = worlds.empty_choices(0) if start is None else choices_of(view, start)
    return knowledge_of(view, order), bid_evidence(view, order), choices


def simulate_bids(view: View, candidates: list[Bid], rng: random.Random, effort: Effort) -> Floats:
    """Return a row for each candidate, whose columns are named in `search.bids`.

    The averages of the imagined deals, but for the gain, the worth and the chance to win: they are corrected for what
    such deals get wrong. The row of a candidate depends on the seed, and not on the other candidates.
    """
    results, spread = imagine_bids(view, candidates, rng, effort), payoffs.spread_of(standing_of(view, 0))
    points = np.array([correction(view, bid) for bid in candidates])
    results[:, bids.SQUARE] += points * (2 * results[:, bids.GAIN] + points)
    results[:, bids.GAIN] += points
    chance = results[:, bids.CHANCE]
    chance /= chance + (1 - chance) * np.exp(-points / spread)  # the odds change by the factor that points change them
    results[:, bids.WORTH] = [payoffs.worth_of(of_candidate, spread) for of_candidate in chance]
    return results


def correction(view: View, bid: Bid) -> float:
    """Return the points by which a bid of the viewer gains more than its imagined deals say.

    Bids are compared with the one that the hand suggests: a bid of as many tricks, without a nil, needs no correction.
    """
    style, place = view.rules.bidding, len(view.bids)
    higher = bid.tricks - round(hand_tricks(view.hand or ()) + worlds.PARTNER_TRICKS)
    nil = NIL_CORRECTIONS.get(style, 0.0) if bid.player in bid.nils else 0.0
    return TRICK_CORRECTIONS.get(style, (0.0, 0.0, 0.0))[place] * higher + nil


def imagine_bids(view: View, candidates: list[Bid], rng: random.Random, effort: Effort) -> Floats:
    """Return a row for each candidate with averages of imagined deals, in the columns named in `search.bids`."""
    results, order = np.zeros((len(candidates), bids.COLUMNS)), np.array(view.bidding_order, dtype=np.int64)
    style, knowledge, made_bids = STYLES[view.rules.bidding], knowledge_of(view, HANDS), bid_evidence(view, HANDS)
    standings = np.array([standing_of(view, declarer) for declarer in PLAYERS])
    made, tried, state = _numbers(view.bids), _numbers(candidates), rng_from_seed(rng.getrandbits(62))
    bids.simulate_bids(style, knowledge, made_bids, order, made, standings, tried, effort.bid, state, results)
    return results


def search_bid(view: View, player: Player, rng: random.Random, effort: Effort, bonus: StyleBonus) -> Bid:
    """Return the bid to make."""
    candidates = sensible_bids(view, player)
    if len(candidates) == 1:
        return candidates[0]
    return best_bid(view, candidates, simulate_bids(view, candidates, rng, effort), bonus)


def best_bid(view: View, candidates: list[Bid], results: Floats, bonus: StyleBonus = STEADY) -> Bid:
    """Return the candidate with the highest worth plus bonus; `results` is the result of `simulate_bids`."""
    margin = DUMMY_NIL_MARGIN if view.rules.bidding is BiddingStyle.STANDARD else 0.0
    points = [
        bonus.trick * bid.tricks + bonus.nil * (bid.player in bid.nils) - margin * (DUMMY in bid.nils)
        for bid in candidates
    ]
    return candidates[int(np.argmax(results[:, bids.WORTH] + points))]


def sensible_bids(view: View, player: Player) -> list[Bid]:
    """Return the legal bids worth considering."""
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
    middle = round(tricks + worlds.PARTNER_TRICKS)
    own_nils = frozenset(bid.player for bid in view.bids if bid.player in bid.nils)
    for number in range(max(0, middle - STEPS), min(13, middle + STEPS) + 1):
        yield Bid(player, number, own_nils)
        if view.places:
            yield Bid(player, number, own_nils | {DUMMY})
    if tricks < OWN_NIL:
        for number in NIL_BIDS:
            yield Bid(player, number, own_nils | {player})


def _numbers(made: Sequence[Bid | BidMade]) -> Ints:
    """Return bids as rows: tricks, and a bit for each hand declared nil."""
    rows = [(bid.tricks, sum(1 << hand for hand in bid.nils)) for bid in made]
    return np.array(rows, dtype=np.int64).reshape(len(rows), 2)


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
        best = engine.winner(view.trick)
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
    points = [before.points[player] for player in engine.clockwise_from(first)]
    bags = [before.bags[player] for player in engine.clockwise_from(first)]
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
    number = None if hand == view.viewer else engine.spades_bid(view, hand)
    return -1 if number is None else number - (played_by(view, hand) & SPADES).bit_count()


def bid_evidence(view: View, order: tuple[int, ...]) -> Ints:
    """Return what others' bids say beyond a number of spades (see `search.worlds`), with the hands in this order."""
    facts, style = worlds.empty_evidence(), view.rules.bidding
    facts[worlds.STYLE] = STYLES[style]
    for bid in view.bids:
        nil = bid.player in bid.nils
        informative = style is BiddingStyle.STANDARD or (nil and style is not BiddingStyle.MIRROR)
        if bid.player != view.viewer and informative:
            seat = order.index(bid.player)
            facts[worlds.BID + seat] = bid.tricks
            facts[worlds.OWN_NIL + seat] = nil
            facts[worlds.PLAYED + seat] = played_by(view, bid.player)
    return facts


def choices_of(view: View, now: Ints) -> Ints:
    """Return a row for each card of another player (see `search.worlds`); `now` is the position of the view."""
    assert view.order is not None, "cards are played after the bidding"
    assert view.declarer is not None
    played = [card for trick in view.tricks for card in trick.cards] + list(view.trick)
    cards = np.array([BIT[card.card.index] for card in played], dtype=np.int64)
    by_other = np.array([owner(card.hand, view.declarer) != view.viewer for card in played], dtype=np.int64)
    rows, then = worlds.empty_choices(int(by_other.sum())), now.copy()
    then[position.TURN : position.CONTRACT] = 0
    then[position.TRICKS_LEFT] = 13
    then[:4] = [played_by(view, hand) for hand in view.order]
    if played:
        then[position.TURN] = view.order.index(played[0].hand)
    worlds.fill_choices(then, cards, by_other, rows)
    return rows
