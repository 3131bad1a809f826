"""Best play in points equals a brute force on the engine, and is what it says it is."""

from random import Random

import pytest

from games import engine
from games.analysis import BestPlay
from games.analysis.best_play import best_play
from games.engine import BiddingStyle, State
from tests.analysis.endings import can_force, play_first, positions, random_finished_deal

pytestmark = pytest.mark.slow


def outcome_of(best: BestPlay, state: State) -> tuple[int, ...]:
    assert best.points is not None
    assert state.declarer is not None
    by_declarer = [best.points[player] for player in engine.clockwise_from(state.declarer)]
    return 2 * by_declarer[0] - by_declarer[1] - by_declarer[2], *by_declarer


def assert_equals_brute_force(style: BiddingStyle, rng: Random, cards: int) -> None:
    """Compare the value of an ending with so many cards in each hand, the better cards in it, and all aims."""
    end = random_finished_deal(style, rng)
    first = 52 - 4 * cards
    found = best_play(end, first=first)
    before = list(positions(end))[first]
    value = outcome_of(found.positions[first], end)
    assert can_force(before, lambda reached: reached >= value)
    assert not can_force(before, lambda reached: reached > value)
    for card in found.positions[first].better:
        after = play_first(before, card)
        assert can_force(after, lambda reached: reached >= value)
        assert not can_force(after, lambda reached: reached > value)


@pytest.mark.parametrize("style", BiddingStyle)
def test_best_play_in_endings_equals_brute_force(style: BiddingStyle) -> None:
    rng = Random(f"ending {style}")
    for _ in range(50):
        assert_equals_brute_force(style, rng, 4)


@pytest.mark.campaign
@pytest.mark.timeout(0)
@pytest.mark.parametrize("style", BiddingStyle)
def test_best_play_in_a_thousand_endings_of_five_cards_equals_brute_force(style: BiddingStyle) -> None:
    rng = Random(f"campaign {style}")
    for _ in range(1000):
        assert_equals_brute_force(style, rng, 5)
