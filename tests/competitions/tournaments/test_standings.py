"""docs/duplicate.md, tournaments: the example, ties, and what holds for all results."""

from collections import defaultdict
from fractions import Fraction

from hypothesis import given, strategies as st

from games.competitions.tournaments.ending import MOVES_OF_A_DEAL
from games.competitions.tournaments.standings import Score, fields_of, percent_of, standings

EXAMPLE = {0: (52, 52, -60), 1: (41, 71, 50), 2: (10, -30, 63)}
"""The points of each seat at the three tables of the example."""


def of_example() -> list[Score]:
    """Return the results of the example; participant 10 × seat + table."""
    return [
        Score(10 * player + table, 1, 1, player, points)
        for player, at_tables in EXAMPLE.items()
        for table, points in enumerate(at_tables, start=1)
    ]


def test_example_of_the_document() -> None:
    scores = of_example()
    fields = fields_of(scores)
    percents = [percent_of(score, fields) for score in scores]
    assert percents == [75, 75, 0, 0, 100, 50, 50, 0, 100]


def test_mean_above_the_field_decides_between_equal_per_cents() -> None:
    lines = standings(of_example(), [1, 2, 12, 21, 22])
    assert [(line.entry, line.place) for line in lines] == [(12, 1), (1, 2), (2, 2), (21, 4), (22, 5)]
    far_and_near = [Score(1, 1, 1, 0, 100), Score(2, 1, 1, 0, 0), Score(3, 1, 1, 1, 51), Score(4, 1, 1, 1, 50)]
    assert [line.entry for line in standings(far_and_near, [1, 2, 3, 4])] == [1, 3, 4, 2]


def test_points_decide_at_a_single_table() -> None:
    lines = standings([Score(1, 1, 1, 0, 10), Score(2, 1, 1, 1, 60), Score(3, 1, 1, 2, 10)], [1, 2, 3])
    assert [(line.entry, line.place, line.percent) for line in lines] == [(2, 1, None), (1, 2, None), (3, 2, None)]


def test_deals_not_finished_and_scores_given_count() -> None:
    scores = [Score(1, 1, 1, 0, 100), Score(2, 1, 1, 0, 0), Score(1, 2, 2, 0, None), Score(2, 2, 2, 0, None, 90.0)]
    first, second = standings(scores, [1, 2])
    assert (first.entry, first.percent, dict(first.rounds)) == (1, 100, {1: 100}), (
        "what was not finished changes nothing"
    )
    assert (second.entry, second.percent) == (2, 45)


def test_unplaced_stay_in_the_fields_and_take_no_place() -> None:
    lines = standings(of_example(), [1, 2, 3], unplaced={1})
    assert {line.entry: line.place for line in lines} == {1: None, 2: 1, 3: 2}
    assert {line.entry: line.percent for line in lines} == {1: 75, 2: 75, 3: 0}


def test_example_of_a_round_whose_time_is_up() -> None:
    """docs/duplicate.md: Ana, Ben and Cai (1, 2, 3) have not finished board 2, and Ben has let the time run."""
    first = [Score(entry, 1, 1, entry - 1, points) for entry, points in ((1, 60), (2, 50), (3, -20))]
    other = [Score(10 + player, 1, board, player, 40) for board in (1, 2) for player in range(3)]
    for_a_move = 60 * 20 / (2 * MOVES_OF_A_DEAL)
    overruns = [round(spent - moves * for_a_move) for moves, spent in ((41, 420), (22, 600), (22, 130))]
    second = [Score(entry, 1, 2, entry - 1, None, overrun=overruns[entry - 1]) for entry in (1, 2, 3)]
    lines = {line.entry: line for line in standings([*first, *other, *second], [1, 2, 3, 10, 11, 12])}
    assert overruns == [-27, 360, -110]
    assert [lines[entry].percent for entry in (1, 2, 3)] == [100, 50, 0]
    assert all(line.place for line in lines.values())


def test_bot_s_result_counts_no_more_than_the_own_mean() -> None:
    own = [Score(1, 1, 1, 0, 10), Score(2, 1, 1, 0, 20), Score(3, 1, 1, 0, 0), Score(1, 2, 2, 0, 10)]
    for points, counted in ((90, 50), (-90, 0)):
        played = Score(1, 2, 3, 0, points, by_bot=True)
        others = [Score(2, 2, 2, 0, 10), Score(2, 2, 3, 0, 0)]
        line = next(line for line in standings([*own, played, *others], [1, 2, 3]) if line.entry == 1)
        assert line.percent == Fraction(50 + 50 + counted, 3)
        assert line.place is not None


def test_who_has_let_the_time_run_at_a_single_table_is_behind() -> None:
    scores = [Score(entry, 1, 1, entry, points) for entry, points in ((0, 90), (1, 10), (2, 5))]
    late = [Score(0, 1, 2, 0, None, overrun=30), Score(1, 1, 2, 1, None, overrun=-30), Score(2, 1, 2, 2, None)]
    assert [line.entry for line in standings([*scores, *late], [0, 1, 2])] == [1, 2, 0]


RESULTS = st.lists(st.tuples(*[st.tuples(*[st.integers(-300, 300)] * 3)] * 3), min_size=1, max_size=4)
"""The points of boards: for each of three tables, those of the seats."""


@given(RESULTS)
def test_per_cents_of_each_seat_are_fifty_on_average(boards: list[tuple[tuple[int, int, int], ...]]) -> None:
    scores = [
        Score(3 * table + player, board, board, player, points)
        for board, tables in enumerate(boards, start=1)
        for table, trio in enumerate(tables)
        for player, points in enumerate(trio)
    ]
    fields, sums = fields_of(scores), defaultdict[tuple[int, int], Fraction](Fraction)
    for score in scores:
        sums[score.board, score.player] += percent_of(score, fields) or 0
    assert set(sums.values()) == {Fraction(150)}
    lines = standings(scores, range(9))
    assert sum(line.percent or 0 for line in lines) == 450
    places = [line.place or 0 for line in lines]
    assert places == sorted(places)
    assert places[0] == 1
