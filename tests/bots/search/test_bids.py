"""Bids in the search: sides, contracts and nils agree with the engine, and expected bids are legal."""

from random import Random

import numpy as np
import pytest

from games.bots.bidding import hand_tricks
from games.bots.knowledge import card_set
from games.bots.search.bids import set_up_play
from games.bots.search.worlds import expected_bid, tricks_in
from games.bots.thinking import STYLES
from games.engine import Bid, BiddingStyle, act
from tests.builders import new_deal, random_hands

from .positions import bid_at_random, position_from

pytestmark = pytest.mark.usefixtures("prepared_bots")


def test_sides_contracts_and_nils_agree_with_the_engine() -> None:
    for seed in range(600):
        state = bid_at_random(seed)
        tricks, nils = np.zeros(3, np.int64), np.zeros(3, np.int64)
        for bid in state.bids:
            tricks[bid.player], nils[bid.player] = bid.tricks, sum(1 << hand for hand in bid.nils)
        hands = np.array([card_set(hand) for hand in state.hands], dtype=np.int64)
        position = np.zeros_like(position_from(state))
        order = np.array(state.bidding_order, dtype=np.int64)
        style = STYLES[state.rules.bidding]
        assert set_up_play(style, hands, order, tricks, nils, position) == state.declarer
        assert list(position) == list(position_from(state))


@pytest.mark.parametrize("style", BiddingStyle)
def test_expected_bid_is_legal(style: BiddingStyle) -> None:
    """`games/bots/search/worlds.py` has them."""
    for seed in range(100):
        state = new_deal(random_hands(Random(seed)), bidding=style)
        for player in state.bidding_order:
            tricks, nils = expected_bid(STYLES[style], player, card_set(state.hands[player]))
            state = act(state, Bid(player, int(tricks), frozenset(hand for hand in range(4) if nils >> hand & 1)))
        assert state.declarer is not None


def test_compiled_estimate_equals_the_plain_one() -> None:
    for seed in range(200):
        hand = random_hands(Random(seed))[0]
        assert tricks_in(card_set(hand)) == pytest.approx(hand_tricks(hand))
