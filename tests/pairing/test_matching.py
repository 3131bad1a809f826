"""Who is put at one table, as a function of who waits."""

from itertools import combinations

from hypothesis import given
from hypothesis.strategies import builds, floats, frozensets, integers, lists, none, sampled_from

from games.pairing.matching import ENOUGH, Candidate, Three, Wishes, agreed, fits, threes

WISHES = builds(
    Wishes,
    bidding=none() | sampled_from(["standard", "suicide"]),
    peek=none() | sampled_from(["none", "three"]),
    target=none() | sampled_from([300, 500]),
    clock=none() | sampled_from(["fast", "normal"]),
)
WAITING = lists(
    builds(Candidate, user=integers(1, 40), waited=floats(0, 300), rating=floats(600, 2400), wishes=WISHES),
    max_size=14,
    unique_by=lambda candidate: candidate.user,
)
APART = frozensets(frozensets(integers(1, 40), min_size=2, max_size=2), max_size=8)


def paired(waiting: list[Candidate], apart: frozenset[frozenset[int]] = frozenset()) -> list[Three]:
    return list(threes(waiting, apart))


@given(WAITING, APART)
def test_nobody_comes_twice_and_every_table_fits(waiting: list[Candidate], apart: frozenset[frozenset[int]]) -> None:
    tables = paired(waiting, apart)
    seated = [candidate for table in tables for candidate in table]
    assert len({candidate.user for candidate in seated}) == len(seated)
    assert set(seated) <= set(waiting)
    for table in tables:
        assert agreed([candidate.wishes for candidate in table]) is not None
        assert not any(frozenset((one.user, other.user)) in apart for one, other in combinations(table, 2))


@given(WAITING)
def test_chosen_rules_are_those_of_who_has_a_wish(waiting: list[Candidate]) -> None:
    for table in paired(waiting):
        rules = agreed([candidate.wishes for candidate in table])
        for candidate in table:
            for wish in ("bidding", "peek", "target", "clock"):
                assert getattr(candidate.wishes, wish) in (None, getattr(rules, wish))


@given(WAITING, APART)
def test_who_has_waited_longest_of_those_who_can_play_is_seated_first(
    waiting: list[Candidate], apart: frozenset[frozenset[int]]
) -> None:
    oldest_first = sorted(waiting, key=lambda candidate: -candidate.waited)
    possible = (
        table for table in combinations(oldest_first, 3) if fits(table, apart, by_rating=len(waiting) >= ENOUGH)
    )
    first = next(possible, None)
    assert paired(waiting, apart)[:1] == ([] if first is None else [first])


@given(WAITING, APART)
def test_nobody_is_left_who_could_play(waiting: list[Candidate], apart: frozenset[frozenset[int]]) -> None:
    seated = {candidate.user for table in paired(waiting, apart) for candidate in table}
    left = [candidate for candidate in waiting if candidate.user not in seated]
    left.sort(key=lambda candidate: -candidate.waited)
    by_rating = len(waiting) >= ENOUGH
    assert not any(fits(table, apart, by_rating=by_rating) for table in combinations(left, 3))


def test_few_people_play_whatever_their_ratings() -> None:
    strong, weak, new = Candidate(1, 0, 2400), Candidate(2, 0, 700), Candidate(3, 0, 1500)
    assert paired([strong, weak, new]) == [(strong, weak, new)]


def test_where_enough_wait_the_window_of_ratings_widens_with_time() -> None:
    crowd = [Candidate(user, 1, 400.0 * user) for user in range(1, ENOUGH + 1)]
    assert paired(crowd) == []
    patient = [Candidate(user, 60, 400.0 * user) for user in range(1, ENOUGH + 1)]
    assert len(paired(patient)) == ENOUGH // 3
