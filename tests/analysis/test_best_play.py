"""Best play in points equals a brute force on the engine, and is what it says it is."""

import json
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games import engine
from games.analysis.best_play import best_play, best_play_in_units, double_dummy
from games.analysis.findings import (
    Aim,
    BestPlay,
    bid_reviews_in_units,
    cards_played,
    gain_of_declarer,
    points_from_json,
    points_to_json,
    thoughts_in_units,
)
from games.analysis.solver.memory import USED_ROWS
from games.analysis.solver.search import new_search
from games.analysis.units import Units
from games.engine import BiddingStyle, State
from tests.analysis.endings import can_force, play_first, positions, random_finished_deal
from tests.builders import ONE_SUIT_EACH, bid, claim, new_deal, play, play_out, random_hands

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("solver")]  # one process compiles it


def outcome_of(best: BestPlay, state: State) -> tuple[int, ...]:
    assert best.points is not None
    assert state.declarer is not None
    by_declarer = [best.points[player] for player in engine.clockwise_from(state.declarer)]
    return 2 * by_declarer[0] - by_declarer[1] - by_declarer[2], *by_declarer


def assert_equals_brute_force(style: BiddingStyle, rng: Random, cards: int) -> None:
    """Compare the value of an ending with so many cards in each hand, the better cards in it, and all aims."""
    end = random_finished_deal(style, rng)
    first = 52 - 4 * cards
    analysis = best_play(end, first=first)
    before = list(positions(end))[first]
    value = outcome_of(analysis.positions[first], end)
    assert can_force(before, lambda reached: reached >= value)
    assert not can_force(before, lambda reached: reached > value)
    for card in analysis.positions[first].better:
        after = play_first(before, card)
        assert can_force(after, lambda reached: reached >= value)
        assert not can_force(after, lambda reached: reached > value)


@pytest.mark.parametrize("style", BiddingStyle)
def test_best_play_in_endings_equals_brute_force(style: BiddingStyle) -> None:
    rng = Random(f"ending {style}")
    for _ in range(50):
        assert_equals_brute_force(style, rng, 3)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@pytest.mark.parametrize("style", BiddingStyle)
def test_best_play_in_a_thousand_endings_of_five_cards_equals_brute_force(style: BiddingStyle) -> None:
    rng = Random(f"campaign {style}")
    for _ in range(1000):
        assert_equals_brute_force(style, rng, 5)


def a_deal() -> State:
    return play_out(bid(new_deal(random_hands(Random(4))), 4, (5, "1"), 3), Random(4))


def test_each_card_only_gives_to_the_other_side_and_all_together_lead_to_the_score() -> None:
    end = a_deal()
    analysis = best_play(end, first=20)
    gains = [gain_of_declarer(best.points, end) for best in analysis.positions[20:] if best.points]
    assert len(gains) == 33
    for state, before, after in zip(list(positions(end))[20:], gains, gains[1:], strict=False):
        assert after <= before if state.player_to_play == end.declarer else after >= before
    assert analysis.positions[-1].points == tuple(line.total for line in engine.score(end))


def test_better_cards_are_named_exactly_where_the_card_played_gave_points_away() -> None:
    end = a_deal()
    analysis = best_play(end, first=20)
    for state, played, (one, two) in zip(positions(end), cards_played(end), pairwise(analysis.positions), strict=False):
        if one.points is not None:
            assert bool(one.better) == (one.points != two.points)
            assert set(one.better) <= set(engine.legal_cards(state)) - {played.card}


def test_aims_are_all_contracts_and_nils_and_end_as_the_deal_did() -> None:
    end = a_deal()
    made = {(aim.player, aim.hand): aim.possible[-1] for aim in best_play(end, first=52).aims}
    scores = engine.score(end)
    assert made == {
        **{(player, None): line.made for player, line in enumerate(scores)},
        **{(player, nil.hand): nil.made for player, line in enumerate(scores) for nil in line.nils},
    }
    assert len(made) == 4


def test_a_lost_contract_could_be_made_until_a_card_of_its_side() -> None:
    end = a_deal()
    for aim in best_play(end, first=20).aims:
        for state, (before, after) in zip(list(positions(end))[20:], pairwise(aim.possible[20:]), strict=False):
            of_its_side = (state.player_to_play == end.declarer) == (aim.player == end.declarer)
            assert before is after or before is of_its_side


def test_hand_with_all_spades_makes_its_contract_with_any_cards() -> None:
    end = play_out(bid(new_deal(ONE_SUIT_EACH), 13, 0, 0))
    analysis = best_play(end)
    assert {best.points for best in analysis.positions} == {(130, 0, 0)}
    assert analysis.aims[0] == Aim(0, None, (True,) * 53)


def test_claim_ends_the_positions_before_its_tricks() -> None:
    end = claim(play(bid(new_deal(ONE_SUIT_EACH), 13, 0, 0), "SA HA CA DA"))
    assert len(best_play(end).positions) == 5


@pytest.mark.parametrize("budget", range(500, 5000, 500))
def test_answers_are_missing_where_the_budget_does_not_suffice_and_the_others_are_the_same(budget: int) -> None:
    analysis, whole = best_play(a_deal(), budget=budget), best_play(a_deal(), first=20)
    known = [best.points is not None for best in analysis.positions]
    first = known.index(True)
    assert 20 < first < 52
    assert known == [False] * first + [True] * (53 - first)
    assert analysis.positions[first:] == whole.positions[first:]
    assert not any(best.better for best in analysis.positions[:first])


@pytest.mark.parametrize("rows", [1 << power for power in range(8, 13)])
def test_answers_are_the_same_when_most_of_them_are_forgotten(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = best_play(a_deal(), first=16)
    search = new_search(rows)
    monkeypatch.setattr("games.analysis.best_play.new_search", lambda: search)
    assert best_play(a_deal(), first=16) == whole
    assert search.memory.used[USED_ROWS] <= rows


def test_deal_without_bids_is_refused() -> None:
    with pytest.raises(ValueError, match="bidding"):
        best_play(new_deal())


def test_findings_survive_being_stored() -> None:
    analysis = best_play(a_deal(), first=40)
    assert points_from_json(json.loads(json.dumps(points_to_json(analysis)))) == analysis


def test_search_that_pauses_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes on where it was, so others wait for one unit of it at most."""
    whole, tricks, found = best_play(a_deal(), first=16), double_dummy(a_deal()), list[object]()

    def search() -> Units[None]:
        found.append((yield from best_play_in_units(a_deal(), first=16)))

    monkeypatch.setattr("games.analysis.solver.deal.NODES_OF_A_UNIT", 50)
    pauses = sum(1 for _ in search())
    assert found == [whole]
    assert pauses > 100
    assert double_dummy(a_deal()) == tricks


@pytest.mark.parametrize("analysis", [thoughts_in_units, bid_reviews_in_units])
def test_opinions_come_one_in_a_unit(analysis: Callable[[State], Units[Any]]) -> None:
    moves = 3 if analysis is bid_reviews_in_units else 3 + len(cards_played(a_deal()))
    assert len(list(analysis(a_deal()))) == moves
