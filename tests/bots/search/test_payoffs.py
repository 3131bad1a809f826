"""What the end of a deal is worth: points near the start, the game near its end, and the tenth bag most."""

from __future__ import annotations

import numpy as np
import pytest

from games.bots.reading import standing_of
from games.bots.search.compiling import Floats
from games.bots.search.payoffs import ENDS, fill_payoffs
from games.engine import State, view_for
from tests.builders import bid, new_deal

from .positions import position_from

pytestmark = pytest.mark.usefixtures("prepared_bots")

CONTRACTS = (6, 4, 4)


def worths(state: State) -> Floats:
    """The worth of every end, a row an end, players counted from the declarer (player 0)."""
    table = np.zeros((ENDS, 3))
    fill_payoffs(position_from(state), standing_of(view_for(state, None), 0), table)
    return table


def end(tricks: int) -> int:
    """The deal in which the declarer's side took so many tricks, each hand some."""
    return 16 * tricks + 15


def test_what_one_wins_the_others_lose() -> None:
    assert np.allclose(worths(bid(new_deal(), *CONTRACTS)).sum(axis=1), 0)


def test_at_the_start_a_made_contract_is_worth_about_its_points() -> None:
    table = worths(bid(new_deal(), *CONTRACTS))
    swing = table[end(6), 0] - table[end(5), 0]
    assert 90 < swing < 140  # from -60 to +60, less what the defenders gain or lose in bags


def test_the_tenth_bag_costs_more_than_any_before() -> None:
    costs = []
    for bags in range(10):
        table = worths(bid(new_deal(bags=(bags, 0, 0)), *CONTRACTS))
        costs.append(table[end(6), 0] - table[end(7), 0])
    assert costs[9] > 2 * max(costs[:9])
    assert min(costs) > 0


def test_without_a_bag_limit_an_overtrick_is_worth_having() -> None:
    table = worths(bid(new_deal(bag_limit=None), *CONTRACTS))
    assert table[end(7), 0] > table[end(6), 0]


def test_winning_the_game_is_worth_more_than_points() -> None:
    """Player 1 wins the game with a made contract, unless player 0 gets there too and further."""
    table = worths(bid(new_deal(points=(0, 470, 0)), *CONTRACTS))
    assert (table[end(9)].argmin(), table[end(9)].argmax()) != (1, 1)
    assert table[end(9), 1] == table[:, 1].max()
    assert table[end(9), 0] == table[:, 0].min()


def test_at_the_floor_the_game_ends_too() -> None:
    table = worths(bid(new_deal(points=(20, 0, -90), floor=-100), *CONTRACTS))
    ended = table[end(10)]  # both defenders set, player 2 under the floor: player 0 wins
    assert ended[0] == table[:, 0].max()
    assert ended[1] == ended[2] == table[:, 1].min()
