"""An expert's opinions of every bid and card of a deal, and their JSON form."""

import json
from random import Random

import pytest

from games.analysis.findings import thoughts, thoughts_from_json, thoughts_to_json
from games.bots import Cause, choose
from games.bots.selfplay import play_deal, random_deal
from games.engine import State
from tests.builders import bid, new_deal, play_out, random_hands


def finished(seed: int) -> State:
    """Return a deal finished by bots; the seed decides style and peek rule."""
    rng = Random(seed)
    return play_deal(random_deal(seed, rng), (choose,) * 3, rng)[0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(0, 28, 5))
def test_every_bid_and_card_has_an_opinion_that_survives_json(seed: int) -> None:
    end = finished(seed)
    judged = thoughts(end)
    assert len(judged) == 3 + 4 * len(end.tricks)
    assert thoughts_from_json(json.loads(json.dumps(thoughts_to_json(judged)))) == judged


@pytest.mark.slow
def test_same_deal_gets_the_same_opinions() -> None:
    assert thoughts(finished(3)) == thoughts(finished(3))


def test_last_cards_have_the_reason_only_card() -> None:
    assert {opinion.reason.cause for opinion in thoughts(finished(8))[-4:]} == {Cause.ONLY_CARD}


def test_unfinished_deal_has_opinions_of_its_actions_so_far() -> None:
    state = bid(new_deal(), 5, 4, 4)
    assert len(thoughts(state)) == 3


@pytest.mark.slow
def test_random_play_gets_more_better_cards_than_good_play() -> None:
    random_play = play_out(bid(new_deal(random_hands(Random(2))), 5, 4, 4), Random(3))
    blunders = [opinion for opinion in thoughts(random_play)[3:] if opinion.better]
    careful = [opinion for opinion in thoughts(finished(4))[3:] if opinion.better]
    assert len(blunders) > len(careful)
