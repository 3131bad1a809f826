"""The engine against the reference: random and mutated records, every peek rule with every bidding style."""

import json
import os
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.engine import AnswerClaim, BiddingStyle, PeekRule, Rules, State, act, record_of
from games.engine.records import VIEWERS, check
from tests.builders import new_deal, random_hands, random_state
from tests.engine.record_mutations import mutate
from tests.engine.reference_engine import PEEKS, STYLES, reference_result

DEALS = 1000 if os.environ.get("HYPOTHESIS_PROFILE") == "thorough" else 12
MUTATIONS_EACH = 4


def test_reference_has_all_rules_of_the_engine() -> None:
    """Its own lists in reference_engine.py: they are not made from the engine's, which they test."""
    assert {str(rule): rule.places_each for rule in PeekRule} == PEEKS, "change PEEKS in reference_engine.py"
    assert {str(style) for style in BiddingStyle} == set(STYLES), "change STYLES in reference_engine.py"


def compare(record: dict[str, Any], view: str | None) -> None:
    line = json.dumps(record).encode()
    result = check(line, view)
    message = result.pop("message", None)
    assert result == reference_result(line, view)
    assert (message is None) is result["legal"]
    assert "view" not in result or list(result["view"]) == ["hand", "dummy", "places", "table", "counts"]


def random_deal(rules: Rules, rng: Random) -> State:
    """Return a deal after random actions, with no claim open."""
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


@pytest.mark.parametrize("style", [BiddingStyle(name) for name in STYLES])
@pytest.mark.parametrize("peek", [PeekRule(name) for name in PEEKS])
def test_engine_and_reference_agree(peek: PeekRule, style: BiddingStyle) -> None:
    rng = Random(f"{peek} {style}")
    for _ in range(DEALS):
        record = record_of(random_deal(Rules(peek, style), rng))
        compare(record, rng.choice((None, *VIEWERS)))
        for _ in range(MUTATIONS_EACH):
            compare(mutate(record, rng), rng.choice((None, *VIEWERS)))
