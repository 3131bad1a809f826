"""Double-dummy tricks equal those of another solver, and those that DDS itself has published."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from games.analysis.findings import cards_played
from games.engine import DUMMY, Play, act, legal_cards, read_log, replay
from tests.analysis.bridge import tricks_if_spades_may_be_led
from tests.builders import bid, new_deal
from tests.known_deals import hand

PUBLISHED: Final = Path(__file__).parents[1] / "data" / "published"
AROUND: Final = "NESW"


def lines_of(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (PUBLISHED / name).read_text("utf-8").splitlines()]


TABLES: Final = lines_of("independent_tables.jsonl")
TRACES: Final = lines_of("dds_traces.jsonl")


def tricks_of_declarer(table: dict[str, Any], seat: str) -> int:
    """Return the tricks of a seat as declarer: player 0, with player 1 on the left, who leads."""
    start = AROUND.index(seat)
    declarer, left, dummy, right = (hand(table["hands"][AROUND[(start + step) % 4]]) for step in range(4))
    state = bid(new_deal((declarer, left, right, dummy), dealer=0), 3, 3, 6)
    (opening,) = tricks_if_spades_may_be_led(act(state, Play(1, legal_cards(state)[0])))
    return 13 - max(opening.values())


@pytest.mark.parametrize("number", range(8))
def test_tricks_of_a_declarer_equal_those_of_another_solver(number: int) -> None:
    seat = AROUND[number % 4]
    assert tricks_of_declarer(TABLES[number], seat) == TABLES[number]["spades"][seat]


@pytest.mark.campaign
@pytest.mark.timeout(0)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["source"])
def test_tricks_of_every_declarer_equal_those_of_another_solver(table: dict[str, Any]) -> None:
    assert {seat: tricks_of_declarer(table, seat) for seat in AROUND} == table["spades"]


def assert_equals(trace: dict[str, Any]) -> None:
    """Compare each opening lead, and what the declarer's side takes in all from before each card on."""
    state = replay(read_log(json.dumps(trace["record"]).encode()))
    solution = tricks_if_spades_may_be_led(state)
    if solution:
        assert {str(card): tricks for card, tricks in solution[0].items()} == trace[
            "opening_leads_tricks_for_defenders"
        ]
    published = zip(trace["declarer_won_before_each_card"], trace["declarer_total_after_each_card"], strict=False)
    for number, (played, tricks, (won, total)) in enumerate(
        zip(cards_played(state), solution, published, strict=False)
    ):
        best = max(tricks.values())
        by_declarer = played.hand in (state.declarer, DUMMY)
        assert total == won + (best if by_declarer else 13 - number // 4 - best), number


@pytest.mark.parametrize("number", range(4))
def test_tricks_before_each_card_equal_those_of_dds(number: int) -> None:
    assert_equals(TRACES[number])


@pytest.mark.campaign
@pytest.mark.timeout(0)
@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace["source"])
def test_tricks_before_each_card_of_every_trace_equal_those_of_dds(trace: dict[str, Any]) -> None:
    assert_equals(trace)
