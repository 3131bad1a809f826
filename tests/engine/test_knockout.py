"""Knock-outs for trios: docs/duplicate.md, for all numbers of participants."""

import random

import pytest
from hypothesis import given, strategies as st

from games.engine import knockout_round, knockout_rounds, needs_bot

ODD = st.integers(1, 364).map(lambda half: 2 * half + 1)


@given(ODD, st.integers(0, 2**32))
def test_one_is_left_after_as_many_rounds_as_announced(participants: int, seed: int) -> None:
    rng, still_in = random.Random(seed), list(range(participants))
    for number in range(1, knockout_rounds(participants) + 1):
        following = knockout_round(still_in, number)
        at_tables = [each for trio in following.tables for each in trio]
        assert sorted([*at_tables, *following.out]) == sorted(still_in)
        assert number == 1 or not following.out
        still_in = [*following.out, *(rng.choice(trio) for trio in following.tables)]
    assert len(still_in) == 1


@pytest.mark.parametrize(
    ("participants", "rounds", "byes", "tables"),
    [(3, 1, 0, 1), (5, 2, 2, 1), (7, 2, 1, 2), (9, 2, 0, 3), (11, 3, 8, 1), (25, 3, 1, 8), (27, 3, 0, 9)],
)
def test_byes_of_the_document(participants: int, rounds: int, byes: int, tables: int) -> None:
    first = knockout_round(range(participants), 1)
    assert (knockout_rounds(participants), first.out, len(first.tables)) == (rounds, tuple(range(byes)), tables)


def test_byes_meet_at_no_table_of_the_second_round_of_seven() -> None:
    assert knockout_round([0, 1, 2, 3, 4, 5, 6], 1).tables == ((3, 5, 1), (4, 6, 2))
    assert knockout_round([0, 3, 6], 2).tables == ((6, 0, 3),)


def test_even_numbers_need_a_bot() -> None:
    assert [number for number in range(3, 10) if needs_bot(number)] == [4, 6, 8]
    for number in (0, 1, 2, 4, 6):
        with pytest.raises(ValueError, match="participants"):
            knockout_round(range(number), 1)
