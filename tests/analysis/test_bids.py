"""The worth of bids: uses only what the bidder knew, agrees with the expert's opinion, and the numbers make sense."""

import json
from random import Random

import pytest

from games.analysis.findings import bid_reviews, bids_from_json, bids_to_json, thoughts
from games.bots import BidReview, advise, review_bids
from games.engine import DUMMY, Bid, BiddingStyle, Player, State, act, legal_actions, view_for
from tests.builders import ONE_SUIT_EACH, bid, hands, new_deal, random_hands


def review_of(state: State, player: Player) -> BidReview:
    return next(review for review in bid_reviews(state) if review.player == player)


def first_bid(state: State, rng: Random) -> Bid:
    made = rng.choice(list(legal_actions(state)))
    assert isinstance(made, Bid)
    return made


def test_certain_hand_is_made_in_all_deals() -> None:
    best = review_of(bid(new_deal(ONE_SUIT_EACH), 13, 0, 0), 0).best
    assert (best.tricks, best.nils, best.nils_made) == (13, (), None)
    assert best.made == best.declares == pytest.approx(1)
    assert best.points == pytest.approx(130)


def test_nil_on_a_hand_of_aces_fails_and_costs_points() -> None:
    view = view_for(new_deal(hands("SAKQJ HAKQ DAKQ CAKQ")), 0)
    review = review_bids(view, Bid(0, 10, frozenset({0})))
    assert review is not None
    nil, plain = (review.of(Bid(0, 10, nils)) for nils in (frozenset({0}), frozenset[int]()))
    assert nil.nils_made == 0
    assert nil.points < plain.points
    assert nil.gain < plain.gain


@pytest.mark.slow
@pytest.mark.parametrize("style", [BiddingStyle.STANDARD, BiddingStyle.SUICIDE, BiddingStyle.WHIZ])
def test_hint_review_and_opinion_agree(style: BiddingStyle) -> None:
    """From 0-0-0, the bid that is named has the highest gain of the table, within two standard errors."""
    for seed in range(8):
        state = new_deal(random_hands(Random(seed)), bidding=style)
        view, made = view_for(state, state.bidding_order[0]), first_bid(state, Random(seed))
        review = review_bids(view, made)
        assert review is not None
        named, highest = review.best, max(review.bids, key=lambda worth: worth.gain)
        assert highest.gain - named.gain <= 2 * max(1.0, highest.error, named.error)
        better, hint = review.better_than(made), advise(view).action
        assert hint == Bid(made.player, named.tricks, frozenset(named.nils))
        after = _any_bids(act(state, made))
        opinion = thoughts(after)[0].better
        assert (opinion and opinion.action) == (hint if better else None)
        assert review_of(after, made.player) == review


def _any_bids(state: State) -> State:
    while state.declarer is None:
        state = act(state, first_bid(state, Random(1)))
    return state


def test_score_near_the_end_changes_the_best_bid() -> None:
    """Who lacks ten points bids what is nearly certain, though a higher bid gains more points."""
    hands = random_hands(Random(11))
    usual, late = (review_bids(view_for(new_deal(hands, points=(own, 400, 400)), 0)) for own in (400, 490))
    assert usual is not None
    assert late is not None
    assert late.best.tricks <= usual.best.tricks - 3
    higher = Bid(0, usual.best.tricks)
    assert late.better_than(higher) is late.best
    assert late.best.gain < late.of(higher).gain


def test_review_has_the_bid_that_was_made() -> None:
    after = bid(new_deal(), (12, "1 dummy"), 3, 3)
    made = Bid(0, 12, frozenset({1, DUMMY}))
    review = review_of(after, 0)
    assert review.of(made).made < 0.05
    assert review.better_than(made) is review.best


@pytest.mark.parametrize("style", [BiddingStyle.SUICIDE, BiddingStyle.WHIZ])
def test_bids_compared_are_legal_in_the_style(style: BiddingStyle) -> None:
    state = new_deal(bidding=style)
    view = view_for(state, state.bidding_order[0])
    review = review_bids(view, first_bid(state, Random(2)))
    assert review is not None
    for worth in review.bids:
        nils = frozenset(worth.nils)
        assert any(worth.tricks in option.tricks and nils in option.nils for option in view.bid_options)


def test_mirror_has_no_bid_review() -> None:
    assert bid_reviews(_any_bids(new_deal(bidding=BiddingStyle.MIRROR))) == ()


def test_reviews_are_in_bidding_order_and_survive_json() -> None:
    state = bid(new_deal(), 4, 5, 3)
    reviews = bid_reviews(state)
    assert [review.player for review in reviews] == list(state.bidding_order)
    assert bids_from_json(json.loads(json.dumps(bids_to_json(reviews)))) == reviews
