"""An expert's judgement of a player's bids and cards, from nothing but that player's view, and what follows from the
view.

Hints, reviews and the trainer all use it. The same question always gets the same answer, whoever asks, from the same
imagined deals.

Each end of a simulated deal (see `search.payoffs`) brings points by cause: the viewer's contract, bags and nils, and
those of the others, whose points count minus one half. The cause that gains most by a card, compared with the other
playable cards, is the reason for it.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from random import Random
from typing import Final, NamedTuple

import numpy as np

from ..engine import DECK, DUMMY, HANDS, PLAYERS, Bid, Card, Play, Suit, View, score_contract
from . import thinking
from .knowledge import OF_SUIT
from .levels import EFFORT, Level
from .result_types import (
    CLEAR_MARGIN,
    DUMMY_TRICKS,
    Advice,
    BidReview,
    BidWorth,
    CardChances,
    CardReview,
    CardWorth,
    Cause,
    DummyReview,
    HiddenHand,
    HiddenHands,
    Opinion,
    Reason,
)
from .search import bids
from .search.compiling import Floats, Ints
from .search.payoffs import ENDS
from .search.worlds import tricks_in

SEED: Final = 0
DEALS: Final = 2000
EFFORT_OF_REVIEW: Final = replace(EFFORT[Level.EXPERT], bid=DEALS)

NIL: Final = 100.0
BAG: Final = -9.0
MIN_DIFFERENCE: Final = 4.0  # the points from which a difference counts

HIDDEN_DEALS: Final = 10_000  # imagined for the hidden hands
MANY_DEALS: Final = 100_000  # if so few of the others agree with what was bid and played that the error is large
LARGE_ERROR: Final = 0.025


def review_bids(view: View, made: Bid | None = None) -> BidReview | None:
    """Compare the bids worth considering, and the one that is `made`; None if the viewer has no choice."""
    player = view.viewer
    assert player is not None, "it is the viewer's turn to bid"
    legal = {(tricks, nils) for option in view.bid_options for tricks in option.tricks for nils in option.nils}
    if len(legal) < 2:
        return None
    candidates = thinking.sensible_bids(view, player)
    if made is not None:
        more = made, replace(made, tricks=made.tricks + 1)
        candidates += [bid for bid in more if bid not in candidates and (bid.tricks, bid.nils) in legal]
    results = thinking.simulate_bids(view, candidates, Random(SEED), EFFORT_OF_REVIEW)
    worths = tuple(_worth(bid, row) for bid, row in zip(candidates, results, strict=True))
    best = worths[candidates.index(thinking.best_bid(view, candidates, results))]
    return BidReview(player, DEALS, worths, best)


def points_spread(view: View, bid: Bid) -> tuple[float, ...]:
    """Return the shares of the reviewed deals by the points that a bid brings in them.

    The first is of less than `bids.LOWEST` + `bids.STEP` points, each of the next of `bids.STEP` more, the last of all
    that is above.
    """
    results = thinking.simulate_bids(view, [bid], Random(SEED), EFFORT_OF_REVIEW)
    return tuple(map(float, results[0, bids.SPREAD :]))


def _worth(bid: Bid, row: Floats) -> BidWorth:
    apply, variance = float(row[bids.APPLIES]), float(row[bids.SQUARE] - row[bids.GAIN] ** 2)
    return BidWorth(
        tricks=bid.tricks,
        nils=tuple(sorted(bid.nils)),
        declares=float(row[bids.DECLARES]),
        made=float(row[bids.MADE]),
        nils_made=float(row[bids.KEPT]) / apply if apply else None,
        points=float(row[bids.OWN]),
        gain=float(row[bids.GAIN]),
        wins=float(row[bids.CHANCE]),
        worth=float(row[bids.WORTH]),
        error=sqrt(max(0.0, variance) * float(row[bids.WEIGHTS])),
    )


def review_cards(view: View) -> CardReview:
    """Compare the cards of a view whose viewer has to play."""
    end_counts, best = thinking.compare_cards(view, Random(SEED)), _best_card(view)
    worths, errors = thinking.average_worth(view, end_counts), thinking.worth_errors(view, end_counts)
    cards = {card: CardWorth(card, float(worths[card.index]), float(errors[card.index])) for card in view.playable}
    return CardReview(tuple(cards.values()), cards[best])


def review_dummy(view: View) -> DummyReview:
    """Return how many tricks the dummy's hand may be worth. The view is one before the opening lead."""
    hands, weights = thinking.imagine_hands(view, Random(SEED), DEALS)
    tricks = np.array([tricks_in(hand) for hand in hands[:, DUMMY]])
    average = float(weights @ tricks)
    error = sqrt(float(weights @ (tricks - average) ** 2) * float(weights @ weights))
    rounded = np.clip(np.rint(tricks), DUMMY_TRICKS[0], DUMMY_TRICKS[-1])
    return DummyReview(average, error, tuple(float(weights[rounded == count].sum()) for count in DUMMY_TRICKS))


def advise(view: View) -> Advice:
    """Return what to bid or to play, and why."""
    player = view.viewer
    assert player is not None, "it is the viewer's turn"
    if view.bid_options:
        review = review_bids(view)
        if review is None:
            return Advice(thinking.sensible_bids(view, player)[0], Reason(Cause.ONLY_BID))
        return _advice(review, review.best)
    card = _best_card(view)
    return Advice(Play(player, card), reason_for(view, thinking.compare_cards(view, Random(SEED)), card))


def _advice(review: BidReview, worth: BidWorth) -> Advice:
    bid = Bid(review.player, worth.tricks, frozenset(worth.nils))
    return Advice(bid, reason_for_bid(review, bid))


def judge(view: View, action: Bid | Play) -> Opinion:
    """Return the opinion about a legal bid or play."""
    if isinstance(action, Play):
        return _judge_card(view, action)
    review = review_bids(view, action)
    if review is None:
        return Opinion(Reason(Cause.ONLY_BID), None)
    better = review.better_than(action)
    return Opinion(reason_for_bid(review, action), _advice(review, better) if better else None)


def _best_card(view: View) -> Card:
    return thinking.search_card(view, Random(SEED), EFFORT[Level.EXPERT])


def _judge_card(view: View, played: Play) -> Opinion:
    if len(view.playable) == 1:
        return Opinion(Reason(Cause.ONLY_CARD), None)
    end_counts = thinking.compare_cards(view, Random(SEED))
    worth, best = thinking.average_worth(view, end_counts), _best_card(view)
    better = None
    if worth[best.index] > worth[played.card.index] + CLEAR_MARGIN:
        better = Advice(Play(played.player, best), reason_for(view, end_counts, best))
    return Opinion(reason_for(view, end_counts, played.card), better)


class _Effect(NamedTuple):
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


def reason_for_bid(review: BidReview, bid: Bid) -> Reason:
    """Return why to make `bid`: how often it, and one trick more, is made in the deals of the review."""
    worth = review.of(bid)
    if nils := bid.nils & {bid.player, DUMMY}:
        return Reason(Cause.BID_NIL, bid.player, min(nils), 1.0 if worth.nils_made is None else worth.nils_made)
    higher = (other.made for other in review.bids if (other.tricks, other.nils) == (bid.tricks + 1, worth.nils))
    return Reason(Cause.BID, bid.player, None, worth.made, next(higher, 0.0))


def _shares(end_counts: Ints, card: Card) -> Floats:
    """Return for each end of a deal its share of the deals simulated for the card."""
    row = end_counts[card.index].astype(np.float64)
    return np.asarray(row / row.sum(), dtype=np.float64)


def _effects(view: View) -> Iterator[_Effect]:
    """Yield an effect for each contract, each player's bags and each nil."""
    assert view.order is not None, "cards are played after the bidding"
    ends = np.arange(ENDS)
    for player in PLAYERS:
        contract = view.contracts[player]
        weight = 1.0 if player == view.viewer else -0.5
        if contract is not None:
            tricks = ends // 16 if player == view.declarer else 13 - ends // 16
            scored = [score_contract(contract, int(side)) for side in tricks]
            points, bags = np.array(scored, dtype=np.float64).T.copy()
            yield _Effect(Reason(Cause.CONTRACT, player), weight * (points - bags), (points >= 0).astype(np.float64))
            if view.rules.bag_limit is not None:
                yield _Effect(Reason(Cause.BAGS, player), weight * BAG * bags, bags)
        for hand in view.nils[player]:
            kept = (1 - (ends >> view.order.index(hand) & 1)).astype(np.float64)
            yield _Effect(Reason(Cause.NIL, player, hand), weight * NIL * (2 * kept - 1), kept)


def infer_hidden(view: View) -> HiddenHands:
    """Return what the viewer, who is to bid or to play, may infer about the hands that are not open."""
    assert view.viewer is not None, "it is the viewer's turn"
    hidden = [hand for hand in HANDS if view.counts[hand] and hand != view.viewer]
    if view.dummy is not None and DUMMY in hidden:
        hidden.remove(DUMMY)
    hands, weights = thinking.imagine_hands(view, Random(SEED), HIDDEN_DEALS)
    if _error(weights) > LARGE_ERROR:
        hands, weights = thinking.imagine_hands(view, Random(SEED), MANY_DEALS)
    cards = hands[:, hidden]  # the same cards are hidden in every deal
    return HiddenHands(
        deals=len(weights),
        error=_error(weights),
        hands=tuple(_hand(hand, view.counts[hand], cards[:, column], weights) for column, hand in enumerate(hidden)),
        cards=tuple(_chances(card, cards, weights) for card in DECK if (cards[0] >> card.index & 1).any()),
    )


def _error(weights: Floats) -> float:
    """Return the largest standard error of a chance."""
    return 0.5 * float(np.sqrt(weights @ weights))


def _hand(hand: int, count: int, cards: Ints, weights: Floats) -> HiddenHand:
    lengths = [np.bitwise_count(cards & OF_SUIT[suit]) for suit in Suit]
    voids = tuple(suit for suit in Suit if not lengths[suit].any())
    return HiddenHand(hand, count, voids, tuple(float(weights @ length) for length in lengths))


def _chances(card: Card, cards: Ints, weights: Floats) -> CardChances:
    """Return the chances of a card; exactly 0 or 1 for a hand that holds it in no deal or in all."""
    held = cards >> card.index & 1
    return CardChances(card, tuple(1.0 if column.all() else float(weights @ column) for column in held.T))
