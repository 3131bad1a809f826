"""What an expert thinks of every move of a deal: from the mover's own view, kept as JSON."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.analysis import thoughts_from_json, thoughts_to_json
from games.analysis.thoughts import thoughts
from games.bots import Cause, choose
from games.bots.match import play_deal, random_deal
from games.engine import State
from tests.builders import bid, new_deal, play_out, random_hands


def finished(seed: int) -> State:
    """A deal of one of the styles and peeks, played by bots."""
    rng = Random(seed)
    return play_deal(random_deal(seed, rng), (choose,) * 3, rng)[0]


@pytest.mark.parametrize("seed", range(0, 28, 5))
def test_there_is_an_opinion_of_every_bid_and_card_that_survives_being_written(seed: int) -> None:
    end = finished(seed)
    found = thoughts(end)
    assert len(found) == 3 + 4 * len(end.tricks)
    assert thoughts_from_json(json.loads(json.dumps(thoughts_to_json(found)))) == found


def test_the_same_deal_is_thought_of_alike() -> None:
    assert thoughts(finished(3)) == thoughts(finished(3))


def test_the_last_cards_leave_no_choice() -> None:
    assert {opinion.reason.cause for opinion in thoughts(finished(8))[-4:]} == {Cause.ONLY_CARD}


def test_a_deal_that_stopped_in_the_play_is_thought_of_as_far_as_it_went() -> None:
    state = bid(new_deal(), 5, 4, 4)
    assert len(thoughts(state)) == 3


def test_bad_players_hear_of_better_moves_more_often_than_good_ones() -> None:
    random_play = play_out(bid(new_deal(random_hands(Random(2))), 5, 4, 4), Random(3))
    blunders = [opinion for opinion in thoughts(random_play)[3:] if opinion.better]
    careful = [opinion for opinion in thoughts(finished(4))[3:] if opinion.better]
    assert len(blunders) > len(careful)
