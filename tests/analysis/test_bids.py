"""The worth of bids: uses only what the bidder knew, and the numbers make sense."""

import json
from random import Random

import pytest

from games.analysis import BidReview, bids_from_json, bids_to_json
from games.analysis.bids import candidates, review_bids, sample_deals
from games.engine import (
    DUMMY,
    PLAYERS,
    Action,
    BiddingStyle,
    Dealt,
    Event,
    Peek,
    PeekRule,
    Player,
    State,
    act,
    legal_actions,
    replay,
    view_for,
)
from tests.builders import ONE_SUIT_EACH, bid, hands, new_deal, random_hands

DEALS = 6


def peeked(state: State) -> State:
    for player in state.bidding_order:
        state = act(state, Peek(player, (player, player + 4, player + 8)))
    return state


def log_of(state: State) -> list[Event]:
    return [Dealt(state.rules, state.dealer, state.before, state.dealt), *state.peeks, *state.bids]


@pytest.mark.parametrize("player", PLAYERS)
def test_sampled_deals_agree_with_what_the_bidder_knows(player: Player) -> None:
    state = peeked(new_deal(peek=PeekRule.THREE, dealer=(player + 2) % 3))
    for world in sample_deals(log_of(state), player, DEALS, Random(1)):
        assert view_for(world, player) == view_for(state, player)
        assert sorted(card.index for hand in world.dealt for card in hand) == list(range(52))


@pytest.mark.parametrize("player", PLAYERS)
def test_hidden_cards_do_not_change_the_sampled_deals(player: Player) -> None:
    state = peeked(new_deal(peek=PeekRule.THREE))
    known = dict(view_for(state, player).places)
    unknown = [card for hand in PLAYERS if hand != player for card in state.dealt[hand]]
    unknown += [card for place, card in enumerate(state.dealt[DUMMY]) if place not in known]
    Random(5).shuffle(unknown)
    others = [[*state.dealt[hand]] if hand == player else [unknown.pop() for _ in range(13)] for hand in PLAYERS]
    others.append([known.get(place) or unknown.pop() for place in range(13)])
    twin = replay([Dealt(state.rules, state.dealer, state.before, tuple(map(tuple, others))), *state.peeks])
    worlds = [sample_deals(log_of(deal), player, DEALS, Random(2)) for deal in (state, twin)]
    assert twin.dealt != state.dealt
    assert worlds[0] == worlds[1]


def test_sampled_deals_agree_with_earlier_bids() -> None:
    """A player who has bid nine is dealt more high cards than one who has bid one."""
    strength = {}
    for tricks in (1, 9):
        state = bid(new_deal(random_hands(Random(3))), tricks)
        worlds = sample_deals(log_of(state), 1, 20, Random(3))
        strength[tricks] = sum(card.rank for world in worlds for card in world.dealt[0])
    assert strength[9] > strength[1]


def test_certain_hand_is_made_in_all_deals() -> None:
    review = review_of(bid(new_deal(ONE_SUIT_EACH), 13, 0, 0), 0)
    best = max(review.bids, key=lambda worth: worth.score)
    assert (best.tricks, best.nils, best.made) == (13, (), 1.0)
    assert best.score == 130
    assert best.error == 0
    assert best.declares == 1.0


def test_nil_on_a_hand_of_aces_fails_and_costs_points() -> None:
    strong = hands("SAKQJ HAKQ DAKQ CAKQ")
    review = review_of(bid(new_deal(strong), 10, 1, 1), 0)
    nil = next(worth for worth in review.bids if worth.nils == (0,))
    plain = next(worth for worth in review.bids if worth.tricks == nil.tricks and not worth.nils)
    assert nil.nils_made == 0
    assert nil.score < plain.score
    assert plain.nils_made is None


def review_of(state: State, player: Player) -> BidReview:
    return next(review for review in review_bids(state, DEALS) if review.player == player)


def test_candidates_include_the_bid_that_was_made() -> None:
    state = new_deal()
    after = bid(state, (12, "1 dummy"))
    options = {(option.tricks, option.nils) for option in candidates(state, after.bids[0])}
    assert (12, frozenset({1, DUMMY})) in options
    assert (12, frozenset()) in options
    assert (12, frozenset({0})) in options
    assert all(9 <= tricks <= 13 for tricks, _nils in options)


@pytest.mark.parametrize("style", [BiddingStyle.SUICIDE, BiddingStyle.WHIZ])
def test_candidates_are_legal_in_the_style(style: BiddingStyle) -> None:
    state = new_deal(bidding=style)
    options = view_for(state, state.bidding_order[0]).bid_options
    made = act(state, _first_bid(state)).bids[0]
    for candidate in candidates(state, made):
        assert any(candidate.tricks in option.tricks and candidate.nils in option.nils for option in options)


def test_mirror_has_no_bid_review() -> None:
    state = new_deal(bidding=BiddingStyle.MIRROR)
    while state.declarer is None:
        state = act(state, _first_bid(state))
    assert review_bids(state, DEALS) == ()


def _first_bid(state: State) -> Action:
    return next(legal_actions(state))


def test_review_is_deterministic_and_survives_json() -> None:
    state = bid(new_deal(), 4, 5, 3)
    reviews = review_bids(state, 3)
    assert reviews == review_bids(state, 3)
    assert [review.player for review in reviews] == list(state.bidding_order)
    assert bids_from_json(json.loads(json.dumps(bids_to_json(reviews)))) == reviews
