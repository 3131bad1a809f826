"""docs/rules.md sections 7 and 8: the score of a deal and the end of a game."""

from dataclasses import replace
from typing import Any

import pytest

from games.engine import (
    DUMMY,
    BiddingStyle,
    Rules,
    State,
    Trick,
    bags_before,
    game_winner,
    score,
    score_contract,
    standing_after,
)
from tests.builders import bid, claim, hands, new_deal, play

TOPS = hands("SAKQJT98765 H2 C2", "H3", "H4", "HA")
"""Player 0 can take twelve tricks; the first goes to the dummy if its ace is led to."""


def finished(*bids: int | tuple[int, str], winners: str, **options: Any) -> State:
    """Return a finished deal with these winners of the tricks: `0`, `1`, `2`, and `d` for the dummy."""
    state = bid(new_deal(**options), *bids)
    return with_winners(state, ["012d".index(letter) for letter in winners])


def with_winners(state: State, winners: list[int]) -> State:
    return replace(state, tricks=tuple(Trick((), hand) for hand in winners))


def totals(state: State) -> list[int]:
    return [line.total for line in score(state)]


def test_worked_example_with_5_tricks_for_defenders() -> None:
    lines = score(finished(7, 5, 6, winners="0000dddd11122"))
    assert [line.total for line in lines] == [71, 50, -60]
    assert [line.side_tricks for line in lines] == [8, 5, 5]
    assert [line.bags_after for line in lines] == [1, 0, 0]


def test_worked_example_with_7_tricks_for_defenders() -> None:
    lines = score(finished(7, 5, 6, winners="000ddd1111222"))
    assert [line.total for line in lines] == [-70, 52, 61]
    assert [line.side_tricks for line in lines] == [6, 7, 7]
    assert [line.bags_after for line in lines] == [0, 2, 1]


def test_worked_example_of_bids_6_6_6() -> None:
    state = finished(6, 6, 6, winners="000ddd1112222")
    assert state.declarer == 0
    assert totals(state) == [60, 61, 61]


def test_worked_example_of_bids_6_7_8() -> None:
    state = finished(6, 7, 8, winners="2222dddd01111")
    assert state.declarer == 2
    assert totals(state) == [-60, -70, 80]


def test_worked_example_of_nils_on_all_other_hands() -> None:
    lines = score(finished((5, "1 2 dummy"), 6, 4, winners="00000001111dd"))
    assert [[(nil.hand, nil.points) for nil in line.nils] for line in lines] == [[(2, 100)], [], []]
    assert lines[0].total == 52 + 100


@pytest.mark.parametrize(
    ("contract", "tricks", "points", "bags"),
    [(0, 0, 0, 0), (0, 13, 13, 13), (5, 5, 50, 0), (5, 7, 52, 2), (5, 4, -50, 0), (13, 13, 130, 0), (13, 12, -130, 0)],
)
def test_contract_points_and_bags(contract: int, tricks: int, points: int, bags: int) -> None:
    assert score_contract(contract, tricks) == (points, bags)


def test_nil_is_worth_plus_or_minus_100_and_its_tricks_count_for_the_side() -> None:
    lines = score(finished((4, "0"), (4, "1"), 7, winners="0000222222ddd"))
    assert [line.nils[0].points for line in lines[:2]] == [-100, 100]
    assert [line.side_tricks for line in lines[:2]] == [4, 4]
    assert [line.total for line in lines] == [-60, 140, 70 + 2]


def test_nils_of_both_defenders_on_one_hand_score_for_each_bidder() -> None:
    lines = score(finished((4, "1"), (4, "1"), 7, winners="0000222222ddd"))
    assert [[(nil.hand, nil.points) for nil in line.nils] for line in lines] == [[(1, 100)], [(1, 100)], []]


def test_nil_of_other_defender_does_not_change_the_score() -> None:
    lines = score(finished((4, "1"), 4, 7, winners="0001222222ddd"))
    assert [len(line.nils) for line in lines] == [1, 0, 0]
    assert [line.total for line in lines] == [-60, 40, 72]


def test_declarer_may_have_two_nils() -> None:
    lines = score(finished((7, "0 dummy"), 4, 4, winners="dd11111222222"))
    assert [(nil.hand, nil.made) for nil in lines[0].nils] == [(0, True), (DUMMY, False)]
    assert lines[0].total == -70


def test_tenth_bag_costs_100() -> None:
    line = score(finished(4, 1, 1, winners="0000ddd111222", bags=(7, 0, 0)))[0]
    assert (line.bags, line.bag_penalty, line.bags_after, line.total) == (3, -100, 0, 43 - 100)


def test_nine_bags_cost_nothing() -> None:
    line = score(finished(4, 1, 1, winners="000ddd1112222", bags=(7, 0, 0)))[0]
    assert (line.bag_penalty, line.bags_after) == (0, 9)


def test_several_bag_limits_reached_in_one_deal_cost_several_penalties() -> None:
    line = score(finished(0, 0, 0, winners="0000000000000", bags=(4, 0, 0), bag_limit=5))[0]
    assert (line.bags, line.bag_penalty, line.bags_after, line.total) == (13, -300, 2, 13 - 300)


@pytest.mark.parametrize(("bags", "limit"), [(7, 10), (4, 5), (0, 20), (900, None)])
def test_bags_before_is_found_from_the_score(bags: int, limit: int | None) -> None:
    state = finished(0, 0, 0, winners="0000000000000", bags=(bags, 0, 0), bag_limit=limit)
    assert bags_before(score(state)[0], state.rules) == bags


def test_bags_without_limit_cost_nothing() -> None:
    line = score(finished(0, 0, 0, winners="0000000000000", bags=(900, 0, 0), bag_limit=None))[0]
    assert (line.bag_penalty, line.bags_after) == (0, 913)


def test_failed_contract_brings_no_bags() -> None:
    assert score(finished(9, 3, 3, winners="0000dddd11122"))[0].bags == 0


def test_whiz_scores_the_sum_of_the_sides_numbers() -> None:
    spades = hands("SAKQJ", "ST98", "S765", "S432")
    state = bid(new_deal(spades, bidding=BiddingStyle.WHIZ), 4, (0, "1"), 3)
    lines = score(with_winners(state, [0] * 5 + [DUMMY] * 2 + [2] * 6))
    assert [line.contract for line in lines] == [7, 3, 3]
    assert [line.total for line in lines] == [70, 33 + 100, 33]


def test_standing_after_has_new_points_and_bags() -> None:
    state = finished(7, 5, 6, winners="0000dddd11122", points=(100, -50, 0), bags=(9, 1, 2))
    standing = standing_after(score(state))
    assert standing.points == (71, 0, -60)
    assert standing.bags == (0, 1, 2)


def test_score_of_unfinished_deal_is_refused() -> None:
    with pytest.raises(ValueError, match="not finished"):
        score(bid(new_deal(), 4, 4, 4))


def test_claimed_deal_is_scored_with_all_tricks() -> None:
    state = claim(play(bid(new_deal(TOPS), 10, 2, 1), "H2 H3 HA H4"))
    assert totals(state) == [103, -20, -10]


# --- Section 8 ------------------------------------------------------------------------------------------------------

FLOOR = Rules(floor=-300)
SHORT = Rules(target=300)


@pytest.mark.parametrize(
    ("rules", "points", "winner"),
    [
        (Rules(), (499, 400, 300), None),
        (Rules(), (500, 400, 300), 0),
        (Rules(), (500, 400, 520), 2),
        (Rules(), (520, 520, 100), None),
        (Rules(), (520, 520, 530), 2),
        (Rules(), (500, 500, 500), None),
        (SHORT, (299, 300, -500), 1),
        (Rules(), (-900, 0, 10), None),
        (FLOOR, (-299, 0, 10), None),
        (FLOOR, (-300, 0, 10), 2),
        (FLOOR, (-301, 10, 10), None),
        (FLOOR, (-400, -350, -310), 2),
    ],
)
def test_game_ends_at_target_or_floor_unless_highest_is_shared(
    rules: Rules, points: tuple[int, int, int], winner: int | None
) -> None:
    assert game_winner(rules, points) == winner


@pytest.mark.parametrize("target", [0, 50, 99, 120, 1050, -100])
def test_wrong_target_is_refused(target: int) -> None:
    with pytest.raises(ValueError, match="target"):
        Rules(target=target)


@pytest.mark.parametrize("limit", [4, 21, 0, -10])
def test_wrong_bag_limit_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="bag limit"):
        Rules(bag_limit=limit)


@pytest.mark.parametrize("floor", [0, 100])
def test_floor_not_below_zero_is_refused(floor: int) -> None:
    with pytest.raises(ValueError, match="floor"):
        Rules(floor=floor)
