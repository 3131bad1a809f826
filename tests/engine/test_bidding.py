"""docs/rules.md sections 5 and 9: bids, nils, who declares, and the bidding styles."""

from itertools import combinations

import pytest

from games.engine import DUMMY, HANDS, Bid, BiddingStyle, IllegalAction, State, act, decide, legal_actions, view_for
from tests.builders import ONE_SUIT_EACH, bid, hands, new_deal

TWO_SPADELESS = hands("SAKQJT98", "HAKQJT98765432", "DAKQJT98765432", "S765432")
"""Seven spades with player 0, none with 1 and 2, six in the dummy."""
DUMMY_SPADELESS = hands("SAKQJ", "ST987", "S6543", "CAKQJT98765432")
"""Four spades, four, five and none: player 2 also gets the two."""


def refusal_code(state: State, player: int, tricks: int, *nils: int) -> str:
    with pytest.raises(IllegalAction) as refused:
        decide(state, Bid(player, tricks, frozenset(nils)))
    return refused.value.code


def contracts(state: State) -> list[int] | None:
    return None if state.contracts is None else list(state.contracts)


@pytest.mark.parametrize(("dealer", "order"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2])])
def test_dealer_bids_last(dealer: int, order: list[int]) -> None:
    state = new_deal(dealer=dealer)
    for player in order:
        assert {refusal_code(state, other, 4) for other in {0, 1, 2} - {player}} == {"wrong_player"}
        state = act(state, Bid(player, 4))
    assert [made.player for made in state.bids] == order


def test_second_bid_of_a_player_is_refused() -> None:
    state = bid(new_deal(), 4, 4, 4)
    assert {refusal_code(state, player, 5) for player in (0, 1, 2)} == {"wrong_player"}


def test_bid_is_public_at_once() -> None:
    state = bid(new_deal(), (3, "0 dummy"))
    assert [view_for(state, viewer).bids for viewer in (0, 1, 2, None)] == [state.bids] * 4


@pytest.mark.parametrize("tricks", [-1, 14, 10**30])
def test_standard_bid_outside_0_to_13_is_refused(tricks: int) -> None:
    assert refusal_code(new_deal(), 0, tricks) == "bad_bid"


def test_standard_bid_allows_any_number_with_any_nils() -> None:
    subsets = [frozenset(nils) for size in range(5) for nils in combinations(HANDS, size)]
    assert len(subsets) == 16
    every = {Bid(0, tricks, nils) for tricks in range(14) for nils in subsets}
    assert set(legal_actions(new_deal())) == every


@pytest.mark.parametrize(
    ("bids", "declarer"),
    [((6, 6, 6), 0), ((6, 7, 8), 2), ((6, 7, 7), 1), ((5, 4, 5), 0), ((0, 0, 0), 0), ((0, 0, 1), 2), ((3, 9, 4), 1)],
)
def test_first_highest_bid_declares(bids: tuple[int, int, int], declarer: int) -> None:
    assert bid(new_deal(), *bids).declarer == declarer


def test_equal_bids_are_decided_by_bidding_order() -> None:
    assert bid(new_deal(dealer=0), 6, 6, 6).declarer == 1


def test_no_declarer_before_the_third_bid() -> None:
    state = bid(new_deal(), 9, 4)
    assert (state.declarer, state.order, state.opening_leader) == (None, None, None)
    assert contracts(state) is None
    assert state.nils[0] == ()


def test_standard_contract_is_the_players_own_bid() -> None:
    assert contracts(bid(new_deal(), 6, 7, 8)) == [6, 7, 8]


@pytest.mark.parametrize(
    ("declarer", "bidder", "applying"),
    [
        (0, 0, (0, DUMMY)),
        (1, 0, (0, 2)),
        (2, 0, (0, 1)),
        (0, 1, (1, 2)),
        (1, 1, (1, DUMMY)),
        (0, 2, (2, 1)),
        (2, 2, (2, DUMMY)),
    ],
)
def test_nils_apply_to_own_side_only_own_hand_first(declarer: int, bidder: int, applying: tuple[int, ...]) -> None:
    numbers = [7 if player == declarer else 3 for player in range(3)]
    bids = [(number, "0 1 2 dummy" if player == bidder else "") for player, number in enumerate(numbers)]
    state = bid(new_deal(), *bids)
    assert list(state.nils) == [applying if player == bidder else () for player in range(3)]


def test_nil_on_opponents_hand_is_ignored() -> None:
    state = bid(new_deal(), (7, "1 2"), (3, "0 dummy"), (3, "0 dummy"))
    assert list(state.nils) == [(), (), ()]


def test_both_defenders_may_declare_nil_on_the_same_hand() -> None:
    state = bid(new_deal(), (5, "1"), (4, "1"), 7)
    assert list(state.nils) == [(1,), (1,), ()]


def test_bid_of_0_is_not_a_nil() -> None:
    state = bid(new_deal(), 0, 0, 0)
    assert contracts(state) == [0, 0, 0]
    assert list(state.nils) == [(), (), ()]


# --- Suicide --------------------------------------------------------------------------------------------------------


def test_suicide_requires_4_tricks_and_one_nil() -> None:
    state = bid(new_deal(bidding=BiddingStyle.SUICIDE), (4, "0"))
    nils = [frozenset({1}), frozenset({0, 2, DUMMY})]
    assert set(legal_actions(state)) == {Bid(1, tricks, named) for tricks in range(4, 14) for named in nils}
    assert refusal_code(state, 1, 3, 1) == "bad_bid"
    assert refusal_code(state, 1, 14, 1) == "bad_bid"


@pytest.mark.parametrize("nils", [(), (0,), (1, 2), (0, 1), (1, 2, DUMMY), (0, 1, 2, DUMMY), (DUMMY,)])
def test_suicide_refuses_other_sets_of_nils(nils: tuple[int, ...]) -> None:
    state = new_deal(dealer=1, bidding=BiddingStyle.SUICIDE)
    assert refusal_code(state, 2, 5, *nils) == "bad_nils"


def test_suicide_gives_each_player_exactly_one_nil() -> None:
    state = bid(new_deal(bidding=BiddingStyle.SUICIDE), (5, "1 2 dummy"), (6, "0 2 dummy"), (4, "2"))
    assert list(state.nils) == [(2,), (DUMMY,), (2,)]


# --- Mirror ---------------------------------------------------------------------------------------------------------


def test_mirror_allows_exactly_one_bid() -> None:
    state = new_deal(TWO_SPADELESS, bidding=BiddingStyle.MIRROR)
    assert list(legal_actions(state)) == [Bid(0, 7)]
    assert refusal_code(state, 0, 6) == "bad_bid"
    assert refusal_code(state, 0, 0, 0) == "bad_bid"
    assert refusal_code(state, 0, 7, 0) == "bad_nils"
    state = bid(state, 7)
    assert list(legal_actions(state)) == [Bid(1, 0, frozenset({1}))]
    assert refusal_code(state, 1, 0) == "bad_nils"
    assert refusal_code(state, 1, 0, 1, 2) == "bad_nils"


def test_mirror_contract_is_the_sum_over_the_side() -> None:
    state = bid(new_deal(TWO_SPADELESS, bidding=BiddingStyle.MIRROR), 7, (0, "1"), (0, "2"))
    assert contracts(state) == [13, 0, 0]
    assert list(state.nils) == [(), (1,), (2,)]


def test_mirror_gives_nil_of_spadeless_dummy_to_declarer() -> None:
    state = bid(new_deal(DUMMY_SPADELESS, bidding=BiddingStyle.MIRROR), 4, 4, 5)
    assert state.declarer == 2
    assert contracts(state) == [8, 8, 5]
    assert list(state.nils) == [(), (), (DUMMY,)]


def test_mirror_with_all_spades_in_the_dummy() -> None:
    all_in_dummy = hands("HAKQJT98765432", "DAKQJT98765432", "CAKQJT98765432")
    state = bid(new_deal(all_in_dummy, bidding=BiddingStyle.MIRROR), (0, "0"), (0, "1"), (0, "2"))
    assert state.declarer == 0
    assert contracts(state) == [13, 0, 0]
    assert list(state.nils) == [(0,), (1,), (2,)]


# --- Whiz -----------------------------------------------------------------------------------------------------------


def test_whiz_allows_number_of_spades_or_own_nil() -> None:
    state = new_deal(DUMMY_SPADELESS, bidding=BiddingStyle.WHIZ)
    assert set(legal_actions(state)) == {Bid(0, 4), Bid(0, 0, frozenset({0}))}
    assert refusal_code(state, 0, 5) == "bad_bid"
    assert refusal_code(state, 0, 0) == "bad_nils"
    assert refusal_code(state, 0, 0, DUMMY) == "bad_nils"
    assert refusal_code(state, 0, 4, 0) == "bad_nils"


def test_whiz_requires_nil_from_a_spadeless_hand() -> None:
    state = bid(new_deal(ONE_SUIT_EACH, bidding=BiddingStyle.WHIZ), 13)
    assert list(legal_actions(state)) == [Bid(1, 0, frozenset({1}))]


def test_whiz_counts_nil_as_0_in_contracts() -> None:
    state = bid(new_deal(DUMMY_SPADELESS, bidding=BiddingStyle.WHIZ), 4, (0, "1"), (0, "2"))
    assert state.declarer == 0
    assert contracts(state) == [4, 0, 0]
    assert list(state.nils) == [(DUMMY,), (1,), (2,)]


def test_whiz_with_three_nils_makes_first_bidder_declarer() -> None:
    state = bid(new_deal(DUMMY_SPADELESS, dealer=0, bidding=BiddingStyle.WHIZ), (0, "1"), (0, "2"), (0, "0"))
    assert state.declarer == 1
    assert contracts(state) == [0, 0, 0]
    assert list(state.nils) == [(0,), (1, DUMMY), (2,)]
