"""The worth of the ends of a deal: points at the start of a game, the chance to win near its end, and bags."""

import numpy as np
import pytest

from games.bots.search.compiling import Floats
from games.bots.search.payoffs import ENDS, fill_payoffs
from games.bots.thinking import standing_of
from games.engine import State, view_for
from tests.builders import bid, new_deal

from .positions import position_from

pytestmark = pytest.mark.usefixtures("prepared_bots")

CONTRACTS = (6, 4, 4)


def worths(state: State) -> Floats:
    """Return the worth of every end, a row for each end, players counted from the declarer (player 0)."""
    table = np.zeros((ENDS, 3))
    fill_payoffs(position_from(state), standing_of(view_for(state, None), 0), table)
    return table


def end(tricks: int) -> int:
    """Return the end in which declarer's side took so many tricks and every hand took some."""
    return 16 * tricks + 15


def test_worth_of_all_players_sums_to_zero() -> None:
    assert np.allclose(worths(bid(new_deal(), *CONTRACTS)).sum(axis=1), 0)


def test_made_contract_at_the_start_is_worth_about_its_points() -> None:
    table = worths(bid(new_deal(), *CONTRACTS))
    swing = table[end(6), 0] - table[end(5), 0]
    assert 90 < swing < 140  # from -60 to +60, less what the defenders gain or lose in bags


def test_tenth_bag_costs_more_than_any_earlier_one() -> None:
    costs = []
    for bags in range(10):
        table = worths(bid(new_deal(bags=(bags, 0, 0)), *CONTRACTS))
        costs.append(table[end(6), 0] - table[end(7), 0])
    assert costs[9] > 2 * max(costs[:9])
    assert min(costs) > 0


def test_overtrick_without_bag_limit_is_a_gain() -> None:
    table = worths(bid(new_deal(bag_limit=None), *CONTRACTS))
    assert table[end(7), 0] > table[end(6), 0]


def test_winning_the_game_is_worth_most() -> None:
    """Player 1 wins the game by making the contract, unless player 0 reaches a higher total."""
    table = worths(bid(new_deal(points=(0, 470, 0)), *CONTRACTS))
    assert (table[end(9)].argmin(), table[end(9)].argmax()) != (1, 1)
    assert table[end(9), 1] == table[:, 1].max()
    assert table[end(9), 0] == table[:, 0].min()


def test_game_end_at_the_floor_counts_as_won_or_lost() -> None:
    table = worths(bid(new_deal(points=(20, 0, -90), floor=-100), *CONTRACTS))
    ended = table[end(10)]  # both defenders set, player 2 under the floor: player 0 wins
    assert ended[0] == table[:, 0].max()
    assert ended[1] == ended[2] == table[:, 1].min()
