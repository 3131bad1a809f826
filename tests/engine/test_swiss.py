"""Rounds of Swiss tournaments: docs/duplicate.md, for standings of all kinds."""

import random
from collections import Counter, defaultdict

from hypothesis import given, strategies as st

from games.engine import Round, pairs_at, swiss_round

NUMBERS = st.integers(3, 45)
SEEDS = st.integers(0, 2**32)


def played(participants: int, rounds: int, seed: int) -> list[Round]:
    """Return so many rounds, after each of which the standings are others."""
    rng, order = random.Random(seed), list(range(participants))
    met, outs = Counter[tuple[int, int]](), Counter[int]()
    seated: defaultdict[int, Counter[int]] = defaultdict(Counter)
    course = []
    for _number in range(rounds):
        course.append(following := swiss_round(order, met, outs, seated))
        met.update(pairs_at(following.tables))
        outs.update(following.out)
        for trio in following.tables:
            for seat, each in enumerate(trio):
                seated[each][seat] += 1
        rng.shuffle(order)
    return course


@given(NUMBERS, SEEDS)
def test_everybody_sits_at_one_table_or_out(participants: int, seed: int) -> None:
    for each in played(participants, 3, seed):
        at_tables = [one for trio in each.tables for one in trio]
        assert sorted([*at_tables, *each.out]) == list(range(participants))
        assert len(each.out) == participants % 3


@given(st.integers(9, 45), SEEDS)
def test_nobody_meets_anybody_twice_while_that_is_certain_to_be_possible(participants: int, seed: int) -> None:
    course = played(participants, (participants // 3 + 1) // 2, seed)
    met = Counter(pair for each in course for pair in pairs_at(each.tables))
    assert max(met.values()) == 1


@given(NUMBERS, SEEDS)
def test_all_sit_out_equally_often(participants: int, seed: int) -> None:
    outs = Counter(each for of_round in played(participants, 5, seed) for each in of_round.out)
    counts = [outs[each] for each in range(participants)]
    assert max(counts) - min(counts) <= 1


@given(st.integers(3, 12), SEEDS)
def test_nobody_keeps_a_seat_while_others_have_none(participants: int, seed: int) -> None:
    counts: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for of_round in played(participants, 6, seed):
        for trio in of_round.tables:
            for seat, each in enumerate(trio):
                counts[each][seat] += 1
    assert max(count for seats in counts.values() for count in seats.values()) <= 4


def test_neighbours_in_the_standings_play_together() -> None:
    first = swiss_round([4, 2, 7, 1, 8, 0, 3, 5, 6], Counter(), Counter(), defaultdict(Counter))
    assert [set(trio) for trio in first.tables] == [{4, 2, 7}, {1, 8, 0}, {3, 5, 6}]


def test_last_of_the_standings_who_has_sat_out_least_sits_out() -> None:
    assert swiss_round([3, 1, 0, 2], Counter(), Counter({2: 1}), defaultdict(Counter)).out == (0,)
