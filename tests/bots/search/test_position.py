"""The compiled rules of play agree with the engine, card by card."""

from random import Random

import numpy as np
import pytest

from games.bots.knowledge import BIT, card_set
from games.bots.search.compiling import Ints
from games.bots.search.payoffs import end_of, is_made, points_and_bags, standing_after
from games.bots.search.position import BEST, BEST_SEAT, IN_TRICK, TURN, beating, legal, lowest, play
from games.bots.thinking import position_of, standing_of
from games.engine import (
    DECK,
    CardPlayed,
    Phase,
    State,
    evolve,
    playable,
    score,
    standing_after as standing_in_engine,
    view_for,
    winner,
)

from .positions import bid_at_random, position_from

pytestmark = pytest.mark.usefixtures("prepared_bots")


def legal_cards(state: State) -> int:
    """Return the legal cards according to the engine."""
    assert state.hand_to_play is not None
    led = state.trick[0].card.suit if state.trick else None
    return card_set(playable(state.hands[state.hand_to_play], led, state.broken))


def test_legal_cards_turns_winners_and_scores_agree_with_the_engine(is_large: bool) -> None:
    for seed in range(4000 if is_large else 400):  # about fifty positions each
        rng, state = Random(seed), bid_at_random(seed)
        position, standing = position_from(state), standing_of(view_for(state, None), state.declarer)
        while state.phase is not Phase.FINISHED:
            hand = state.hand_to_play
            cards = legal(position)
            assert state.order[position[TURN]] == hand
            assert cards == legal_cards(state)
            card = rng.choice([card for card in state.hands[hand] if cards & BIT[card.index]])
            play(position, BIT[card.index])
            state = evolve(state, CardPlayed(hand, card))
        compare_scores(position, standing, state)


def compare_scores(position: Ints, standing: Ints, state: State) -> None:
    points, bags = np.zeros(3, np.int64), np.zeros(3, np.int64)
    standing_after(position, standing, end_of(position), points, bags)
    scores = score(state)
    after = standing_in_engine(scores)
    for step in range(3):
        player = (state.declarer + step) % 3
        line = scores[player]
        plain = line.contract_points + sum(nil.points for nil in line.nils)
        assert points_and_bags(position, step, end_of(position)) == (plain, line.bags)
        assert is_made(position, step) == (line.side_tricks >= line.contract)
        assert (points[step], bags[step]) == (after.points[player], after.bags[player])


def test_position_of_a_view_equals_the_played_position() -> None:
    for seed in range(200):
        rng, state = Random(seed), bid_at_random(seed)
        position = position_from(state)
        for _ in range(rng.randrange(1, 52)):
            card = rng.choice([card for card in state.hands[state.hand_to_play] if legal(position) & BIT[card.index]])
            play(position, BIT[card.index])
            state = evolve(state, CardPlayed(state.hand_to_play, card))
        read = position_of(view_for(state, state.player_to_play))
        read[:4] = position[:4]
        if not position[IN_TRICK]:
            position[[BEST, BEST_SEAT]] = 0  # left over from the last trick, without meaning now
        assert list(read) == list(position)


def test_beating_cards_are_those_that_win_in_the_engine() -> None:
    for seed in range(300):
        rng, state = Random(seed), bid_at_random(seed)
        position = position_from(state)
        for _ in range(rng.randrange(40)):
            card = rng.choice([card for card in DECK if legal(position) & BIT[card.index]])
            play(position, BIT[card.index])
            state = evolve(state, CardPlayed(state.hand_to_play, card))
        hand = state.hand_to_play
        cards = [card for card in DECK if legal(position) & BIT[card.index]]
        won = [card for card in cards if winner((*state.trick, CardPlayed(hand, card))) == hand]
        assert beating(position) & legal(position) == card_set(won)


def test_lowest_card_of_a_set_is_its_last() -> None:
    rng = Random(1)
    for _ in range(500):
        cards = rng.sample(DECK, rng.randrange(1, 52))
        assert lowest(card_set(cards)) == BIT[max(card.index for card in cards)]
