"""The engine against a naive reading of the contract: random and spoiled records, every peek with every style."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.engine import AnswerClaim, BiddingStyle, PeekRule, Rules, State, act, record_of
from games.engine.records import VIEWERS, check
from tests.builders import new_deal, random_hands, random_state
from tests.engine.second_opinion import opinion
from tests.engine.spoiled import spoil

DEALS = 1000 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 12
SPOILED_EACH = 4


def compare(record: dict[str, Any], view: str | None) -> None:
    line = json.dumps(record).encode()
    result = check(line, view)
    message = result.pop("message", None)
    assert result == opinion(line, view)
    assert (message is None) is result["legal"]
    assert "view" not in result or list(result["view"]) == ["hand", "dummy", "places", "table", "counts"]


def some_deal(rules: Rules, rng: Random) -> State:
    """A deal stopped anywhere, but with no claim open."""
    rules = replace(
        rules,
        target=rng.randrange(100, 1001, 50),
        bag_limit=rng.choice((None, 5, 10, 20)),
        floor=rng.choice((None, -300)),
    )
    deal = new_deal(
        random_hands(rng),
        rules,
        dealer=rng.randrange(3),
        points=(rng.randrange(-400, 600), rng.randrange(-400, 600), rng.randrange(-400, 600)),
        bags=(rng.randrange(5), rng.randrange(5), rng.randrange(5)),
    )
    state = random_state(deal, rng, rng.choice((0, 2, 3, 4, 5, 6, 7, 10, 20, 40, 80)))
    while state.claim:
        answering = next(player for player in (0, 1, 2) if player not in state.claim.accepted | {state.claim.player})
        state = act(state, AnswerClaim(answering, True))
    return state


@pytest.mark.parametrize("style", BiddingStyle)
@pytest.mark.parametrize("peek", PeekRule)
def test_both_come_to_the_same_result(peek: PeekRule, style: BiddingStyle) -> None:
    rng = Random(f"{peek} {style}")
    for _ in range(DEALS):
        record = record_of(some_deal(Rules(peek, style), rng))
        compare(record, rng.choice((None, *VIEWERS)))
        for _ in range(SPOILED_EACH):
            compare(spoil(record, rng), rng.choice((None, *VIEWERS)))
