"""Properties of matchpoints, per cents, places and means, which all comparisons of results share."""

from collections import Counter
from fractions import Fraction

from hypothesis import given, strategies as st

from games.results.fields import average, matchpoints, mean, percent, percents, place, places

POINTS = st.integers(-430, 430) | st.sampled_from([50, 51, 60])
FIELDS = st.lists(POINTS, min_size=2, max_size=40).map(Counter)
FRACTIONS = st.fractions(-100, 100, max_denominator=20_000)


@given(FIELDS)
def test_each_pair_of_results_gives_two_matchpoints(field: Counter[int]) -> None:
    table, results = matchpoints(field), field.total()
    assert sum(table[points] * count for points, count in field.items()) == results * (results - 1)


@given(FIELDS)
def test_per_cents_add_up_to_exactly_half(field: Counter[int]) -> None:
    assert sum(percents(field)[points] * count for points, count in field.items()) == 50 * field.total()
    assert percents(field) == {points: percent(field, points) for points in field}


@given(FIELDS)
def test_per_cents_are_mirrored_when_all_points_change_their_sign(field: Counter[int]) -> None:
    mirrored = percents(Counter({-points: count for points, count in field.items()}))
    assert percents(field) == {points: 100 - mirrored[-points] for points in field}


@given(FIELDS)
def test_lone_best_result_has_all_matchpoints_and_a_result_of_all_has_half(field: Counter[int]) -> None:
    most = max(field)
    assert percent(field | Counter([most + 1]), most + 1) == 100
    assert percent(Counter({most: field.total()}), most) == 50


@given(FIELDS, POINTS)
def test_added_result_gives_each_other_its_share(field: Counter[int], added: int) -> None:
    before, after = matchpoints(field), matchpoints(field + Counter([added]))
    assert all(after[points] - before[points] == 2 * (points > added) + (points == added) for points in field)
    assert after[added] == sum((2 * (points < added) + (points == added)) * count for points, count in field.items())


def test_single_result_has_no_per_cent() -> None:
    assert percents({50: 1}) == percents({}) == {}
    assert percent({50: 1}, 50) is None


@given(st.lists(st.tuples(st.booleans(), FRACTIONS), max_size=30))
def test_place_is_one_more_than_there_are_higher_merits(merits: list[tuple[bool, Fraction]]) -> None:
    table = places(Counter(merits))
    assert [table[own] for own in merits] == [1 + sum(other > own for other in merits) for own in merits]


@given(FIELDS)
def test_equal_results_share_a_place_and_the_next_ones_are_free(field: Counter[int]) -> None:
    taken = [number for each, first in places(field).items() for number in range(first, first + field[each])]
    assert sorted(taken) == list(range(1, field.total() + 1))


@given(FIELDS, POINTS)
def test_result_that_is_not_counted_has_the_place_it_would_have(field: Counter[int], points: int) -> None:
    assert place(field, points) == 1 + sum(other > points for other in field.elements())


@given(st.lists(FRACTIONS, max_size=12))
def test_average_is_exact(values: list[Fraction]) -> None:
    assert average(values) == (sum(values, Fraction()) / len(values) if values else 0)


@given(FIELDS)
def test_mean_of_a_field_is_exact(field: Counter[int]) -> None:
    assert mean(field) == Fraction(sum(field.elements()), field.total())
