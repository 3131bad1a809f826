"""Properties of the comparison of results: of one board, of a set of deals, of a week."""

from collections import Counter
from fractions import Fraction
from math import fsum, nextafter

import pytest
from hypothesis import given, strategies as st

from games.competitions.sets.scoring import (
    MOST_BINS,
    Bin,
    Result,
    against_expert,
    distribution,
    ladder,
    period_ladder,
    set_score,
)
from games.results.fields import TRIMMED_FROM, butler, datum, matchpoints, mean, percent, place

POINTS = st.integers(-430, 430) | st.sampled_from([50, 51, 52, 60, -60])
RESULTS = st.lists(POINTS, min_size=1, max_size=40)
BOARDS = st.integers(1, 5).flatmap(
    lambda boards: st.dictionaries(
        st.sampled_from("ABCDEFGH"), st.lists(st.none() | st.integers(48, 52), min_size=boards, max_size=boards)
    ).map(lambda rows: boards_of(rows, boards))
)


def boards_of(rows: dict[str, list[int | None]], boards: int) -> list[list[Result[str]]]:
    return [[Result(player, row[at]) for player, row in rows.items() if row[at] is not None] for at in range(boards)]


@given(RESULTS)
def test_mean_per_cent_of_a_field_is_fifty(results: list[int]) -> None:
    field = Counter(results)
    percents = [percent(field, points) for points in results]
    if len(results) == 1:
        assert percents == [None]
    else:
        assert sum(percents) == 50 * len(percents)
        assert sum(matchpoints(field)[points] for points in results) == len(results) * (len(results) - 1)


@given(RESULTS)
def test_higher_results_have_higher_per_cents_and_places(results: list[int]) -> None:
    field = Counter(results)
    ordered = sorted(field, reverse=True)
    places = [place(field, points) for points in ordered]
    assert places == [1 + sum(other > points for other in results) for points in ordered]
    if len(results) > 1:
        percents = [percent(field, points) for points in ordered]
        assert percents == sorted(set(percents), reverse=True)
        assert 0 <= percents[-1] <= percents[0] <= 100


@given(RESULTS, st.randoms())
def test_datum_lies_between_the_results_in_any_order(results: list[int], generator: object) -> None:
    shuffled = list(results)
    generator.shuffle(shuffled)
    assert datum(Counter(shuffled)) == datum(Counter(results))
    assert min(results) <= datum(Counter(results)) <= max(results)
    kept = sorted(results) if len(results) < TRIMMED_FROM else sorted(results)[1:-1]
    assert datum(Counter(results)) == Fraction(sum(kept), len(kept))


@given(st.lists(POINTS, min_size=1, max_size=TRIMMED_FROM - 1))
def test_butler_of_a_small_field_adds_up_to_zero(results: list[int]) -> None:
    field = Counter(results)
    assert sum(butler(field, points) for points in results) == 0


def test_datum_leaves_out_one_of_several_highest_and_lowest() -> None:
    assert datum({60: 4, 50: 4}) == 55
    assert datum({60: 9, -60: 1}) == 60
    assert datum({52: 20_000}) == 52


def test_field_without_results_has_no_mean() -> None:
    with pytest.raises(ValueError, match="no mean"):
        mean({})
    with pytest.raises(ValueError, match="no mean"):
        datum({})


def test_result_that_is_not_in_the_field_has_no_per_cent() -> None:
    with pytest.raises(KeyError):
        percent({50: 3}, 51)


@given(RESULTS, st.none() | POINTS)
def test_bins_hold_every_result_and_reach_to_the_expert(results: list[int], experts: int | None) -> None:
    compared = distribution(Counter(results), yours=results[0], experts=experts)
    assert sum(part.results for part in compared.bins) == len(results)
    for part in compared.bins:
        assert part.results == sum(part.least <= points <= part.most for points in results)
        assert part.least % (part.most - part.least + 1) == 0
    assert [part.least for part in compared.bins[1:]] == [part.most + 1 for part in compared.bins[:-1]]
    assert len(compared.bins) <= MOST_BINS
    assert compared.bins[compared.yours].least <= results[0] <= compared.bins[compared.yours].most
    if experts is None:
        assert compared.experts is None
    else:
        assert compared.bins[compared.experts].least <= experts <= compared.bins[compared.experts].most


def test_bins_have_the_narrowest_round_width_that_fits() -> None:
    compared = distribution({-60: 1, 51: 3, 58: 1, 72: 2}, yours=58)
    assert compared.bins[0] == Bin(-60, -51, 1)
    assert compared.bins[-3:] == (Bin(50, 59, 4), Bin(60, 69, 0), Bin(70, 79, 2))
    assert (compared.yours, compared.experts) == (11, None)
    assert distribution({50: 2, 52: 1}).bins == (Bin(50, 50, 2), Bin(51, 51, 0), Bin(52, 52, 1))
    assert distribution({}).bins == ()


def test_fewer_bins_are_wider() -> None:
    assert distribution({-60: 1, 72: 2}, most_bins=3).bins == (Bin(-100, -1, 1), Bin(0, 99, 2))


@given(BOARDS, st.randoms())
def test_ladder_does_not_depend_on_the_order_of_results(boards: list[list[Result[str]]], generator: object) -> None:
    entries = ladder(boards)
    for board in boards:
        generator.shuffle(board)
    assert ladder(boards) == entries


@given(BOARDS)
def test_ladder_gives_places_by_exact_means_to_complete_participants(boards: list[list[Result[str]]]) -> None:
    entries = ladder(boards)
    means = {entry.participant: exact_mean(entry.participant, boards) for entry in entries}
    complete = [entry for entry in entries if entry.score.boards == len(boards)]
    assert entries[: len(complete)] == complete
    for entry in entries:
        mine = means[entry.participant]
        assert entry.score.percent == mine
        better = (
            sum(means[other.participant] > mine for other in complete if other is not entry)
            if entry in complete
            else None
        )
        assert entry.place == (None if better is None else 1 + better)


def exact_mean(player: str, boards: list[list[Result[str]]]) -> Fraction | None:
    """Return the mean per cent by comparing each pair of results."""
    shares = []
    for board in boards:
        others = [result.points for result in board if result.participant != player]
        for own in (result.points for result in board if result.participant == player and others):
            beaten = sum(2 * (other < own) + (other == own) for other in others)
            shares.append(Fraction(50 * beaten, len(others)))
    return Fraction(sum(shares), len(shares)) if shares else None


def test_equal_means_of_different_boards_share_a_place() -> None:
    """The per cents of A and B, added up as rounded numbers, differ in the last digit."""
    columns = [0, 5, 1, 2, 3, 4, 6], [2, 0, 1, 3, 4, 5, 6], [3, 0, 1, 2, 4, 5, 6]
    boards = [[Result(name, points) for name, points in zip("ABCDEFG", column, strict=True)] for column in columns]
    entries = {entry.participant: entry for entry in ladder(boards)}
    assert fsum(entries["A"].score.percents) != fsum(entries["B"].score.percents)
    assert entries["A"].score.percent == entries["B"].score.percent
    assert [entries[name].place for name in "GFEDABC"] == [1, 2, 3, 4, 5, 5, 7]


def test_only_participant_has_the_first_place_and_no_per_cent() -> None:
    (entry,) = ladder([[Result(7, 52)], [Result(7, -60)]])
    assert (entry.place, entry.score.total, entry.score.percent, entry.score.error) == (1, -8, None, None)


def test_board_that_nobody_else_played_is_left_out_of_the_mean() -> None:
    complete, other = ladder([[Result("Ana", 52), Result("Ben", 61)], [Result("Ana", 70)]])
    assert (complete.participant, complete.place, complete.score.percents) == ("Ana", 1, (0, None))
    assert (complete.score.percent, complete.score.error) == (0, None)
    assert (other.participant, other.place, other.score.percent) == ("Ben", None, 100)


def test_participants_without_all_boards_follow_by_boards_and_mean() -> None:
    boards = [
        [Result("Ana", 50), Result("Ben", 60), Result("Cai", 70), Result("Dora", 40)],
        [Result("Ana", 50), Result("Dora", 40)],
        [Result("Ana", 50)],
    ]
    assert [(entry.participant, entry.place) for entry in ladder(boards)] == [
        ("Ana", 1),
        ("Dora", None),
        ("Cai", None),
        ("Ben", None),
    ]


def test_set_without_boards_or_results_has_an_empty_ladder() -> None:
    assert ladder([]) == ladder([[], []]) == []


def test_error_needs_two_boards() -> None:
    field = {50: 1, 60: 1}
    assert set_score([field, field], [60, None]).error is None
    assert set_score([field, field], [60, 50]).error == 50
    assert set_score([field, field], [60, 60]).error == 0


def test_expert_is_compared_where_both_have_a_result() -> None:
    assert against_expert([52, None, -60, 71], [64, 50, None, 50]) == 21 - 12
    assert against_expert([52, None], [None, 50]) is None


def test_days_of_a_young_week_are_those_so_far() -> None:
    percents = {"Ana": [60.0, 40.0], "Ben": [70.0], "Cai": []}
    assert [(entry.participant, entry.percent) for entry in period_ladder(percents, 5, 2)] == [("Ana", 50), ("Ben", 35)]
    assert [(entry.participant, entry.percent) for entry in period_ladder(percents, 5, 0)] == [("Ben", 70), ("Ana", 60)]
    assert period_ladder({}, 5, 7) == []


@given(
    st.dictionaries(st.integers(1, 9), st.lists(st.floats(0, 100), max_size=7)), st.integers(1, 15), st.integers(1, 7)
)
def test_one_more_day_never_costs_a_place(percents: dict[int, list[float]], best: int, days: int) -> None:
    before = {entry.participant: entry.place for entry in period_ladder(percents, best, days)}
    for participant, place_before in before.items():
        more = {**percents, participant: [*percents[participant], 0.0]}
        assert {entry.participant: entry.place for entry in period_ladder(more, best, days)}[
            participant
        ] <= place_before


def test_means_of_days_that_differ_by_rounding_share_a_place() -> None:
    assert [entry.place for entry in period_ladder({1: [100 / 3], 2: [nextafter(100 / 3, 0)], 3: [1.0]}, 5, 7)] == [
        1,
        1,
        3,
    ]
