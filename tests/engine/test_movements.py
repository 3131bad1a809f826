"""docs/duplicate.md, movements: who meets whom how often, and who sits where."""

from collections import Counter
from itertools import combinations
from math import ceil, comb

import pytest
from hypothesis import given, strategies as st

from games.engine import (
    LEAST_PARTICIPANTS,
    MOST_PARTICIPANTS,
    MOST_ROUNDS,
    PLAYERS,
    Round,
    farthest_apart,
    meetings,
    movement,
)

PARTICIPANTS = st.integers(LEAST_PARTICIPANTS, MOST_PARTICIPANTS)
ROUNDS = st.integers(1, MOST_ROUNDS)


def spread(counts: Counter[int], of: range) -> int:
    """Return the difference between the greatest and the least of these counts."""
    each = [counts[one] for one in of]
    return max(each) - min(each)


@given(PARTICIPANTS, ROUNDS)
def test_everybody_has_one_place_in_each_round(participants: int, rounds: int) -> None:
    of_movement = movement(participants, rounds)
    assert len(of_movement) == rounds
    for each in of_movement:
        assert len(each.out) == participants % 3
        assert sorted([*each.out, *(one for trio in each.tables for one in trio)]) == list(range(participants))


@given(PARTICIPANTS, ROUNDS)
def test_everybody_sits_in_each_seat_and_out_equally_often(participants: int, rounds: int) -> None:
    of_movement, everybody = movement(participants, rounds), range(participants)
    tables = [trio for each in of_movement for trio in each.tables]
    for one in everybody:
        assert spread(Counter(trio.index(one) for trio in tables if one in trio), range(len(PLAYERS))) <= 1
    assert spread(Counter(one for each in of_movement for one in each.out), everybody) <= 1


@pytest.mark.parametrize("participants", range(LEAST_PARTICIPANTS, MOST_PARTICIPANTS + 1))
def test_meetings_are_as_even_as_documented(participants: int) -> None:
    of_movement = movement(participants, MOST_ROUNDS)
    for rounds in range(1, MOST_ROUNDS + 1):
        met = meetings(of_movement[:rounds])
        average = sum(met.values()) / comb(participants, 2)
        assert max(met.values()) <= ceil(average) + 2, rounds
        if participants >= 9 and rounds <= participants // 6:
            assert max(met.values()) == 1, rounds


def is_complete(of_movement: tuple[Round, ...], participants: int, times: int) -> bool:
    """Return whether each pair of participants meets so often."""
    met = meetings(of_movement)
    return all(met[pair] == times for pair in combinations(range(participants), 2))


@pytest.mark.parametrize(("participants", "rounds"), [(3, 1), (9, 4), (15, 7), (27, 13)])
def test_every_pair_meets_once_in_a_kirkman_triple_system(participants: int, rounds: int) -> None:
    assert is_complete(movement(participants, rounds), participants, times=1)


@pytest.mark.parametrize(("participants", "rounds"), [(3, 20), (9, 20), (15, 14)])
def test_complete_system_comes_again(participants: int, rounds: int) -> None:
    of_system = rounds * 2 // (participants - 1)
    assert is_complete(movement(participants, rounds), participants, times=of_system)


def test_movement_of_nine_is_that_of_the_document() -> None:
    tables = [{frozenset(one + 1 for one in trio) for trio in each.tables} for each in movement(9, 4)]
    assert tables == [
        {frozenset({1, 4, 7}), frozenset({2, 5, 8}), frozenset({3, 6, 9})},
        {frozenset({1, 5, 9}), frozenset({2, 6, 7}), frozenset({3, 4, 8})},
        {frozenset({1, 6, 8}), frozenset({2, 4, 9}), frozenset({3, 5, 7})},
        {frozenset({1, 2, 3}), frozenset({4, 5, 6}), frozenset({7, 8, 9})},
    ]


@given(PARTICIPANTS.filter(lambda number: number > 5), ROUNDS.filter(lambda number: number < 4))
def test_two_bots_need_not_meet(participants: int, rounds: int) -> None:
    of_movement = movement(participants, rounds)
    pair = farthest_apart(of_movement)
    assert meetings(of_movement)[pair] == min(
        meetings(of_movement)[each] for each in combinations(range(participants), 2)
    )


@pytest.mark.parametrize(("participants", "rounds"), [(2, 1), (61, 1), (9, 0), (9, 21)])
def test_numbers_out_of_range_are_refused(participants: int, rounds: int) -> None:
    with pytest.raises(ValueError, match="no movement"):
        movement(participants, rounds)
