"""The worked examples of docs/duplicate.md, read from that page."""

import re
from collections import Counter
from pathlib import Path

import pytest

from games.competitions.sets.scoring import BEST_DAYS_OF_WEEK, Result, against_expert, ladder, period_ladder, set_score
from games.results.fields import butler, datum, mean, percent, place

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "duplicate.md").read_text()
Rows = list[list[str]]


def tables(example: str) -> list[Rows]:
    """Return the rows of each table below the heading of this example."""
    section = re.split(r"^#+ ", PAGE.partition(f"### Example: {example}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    matches = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)
    return [[[cell.strip() for cell in row.strip("|").split("|")] for row in text.splitlines()[2:]] for text in matches]


def number(cell: str) -> float | None:
    return None if cell == "–" else float(cell.replace("−", "-"))


def points(cell: str) -> int | None:
    value = number(cell)
    return None if value is None else int(value)


@pytest.mark.parametrize(
    ("example", "results", "average", "compared_with"), [("five results", 5, 33, 33), ("eight results", 8, 28, 39)]
)
def test_results_of_one_board_compare_as_documented(
    example: str, results: int, average: int, compared_with: int
) -> None:
    (rows,) = tables(example)
    field = Counter(points(row[1]) or 0 for row in rows)
    assert len(rows) == results
    for _player, own, percents, places, over_datum in rows:
        assert percent(field, int(number(own))) == pytest.approx(number(percents), abs=1e-9)
        assert place(field, int(number(own))) == number(places)
        assert butler(field, int(number(own))) == number(over_datum)
    assert (mean(field), datum(field)) == (average, compared_with)


def test_ladder_of_three_boards_is_the_documented_one() -> None:
    given, expected = tables("three boards")
    rows = {player: [points(cell) for cell in cells] for player, *cells in given}
    experts = rows.pop("Expert")
    boards = [[Result(player, row[at]) for player, row in rows.items() if row[at] is not None] for at in range(3)]
    entries = ladder(boards)
    assert len(entries) == len(expected) == 4
    for entry, (placed, player, total, percents, error, count, difference) in zip(entries, expected, strict=True):
        assert (entry.place, entry.participant) == (number(placed), player)
        assert (entry.score.total, entry.score.boards) == (number(total), number(count))
        assert entry.score.percent == pytest.approx(number(percents), abs=1e-9)
        assert entry.score.error == (None if error == "–" else pytest.approx(number(error), abs=1e-9))
        assert against_expert(entry.score.points, experts) == number(difference)
        fields = [Counter(result.points for result in board) for board in boards]
        assert set_score(fields, entry.score.points) == entry.score


def test_ladder_of_a_week_is_the_documented_one() -> None:
    (rows,) = tables("a week")
    percents = {player: [float(cell) for cell in cells.split(", ")] for player, cells, _mean, _place in rows}
    entries = period_ladder(percents, BEST_DAYS_OF_WEEK, days_so_far=7)
    assert [(entry.participant, entry.percent, entry.place) for entry in entries] == [
        (player, number(average), number(placed)) for player, _cells, average, placed in rows
    ]
    assert [entry.days for entry in entries] == [6, 4, 2]
