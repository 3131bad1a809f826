"""Which lines of a ranking a page shows first."""

from dataclasses import dataclass

import pytest

from games.competitions.ranking import near


@dataclass(frozen=True)
class Line:
    """A line with its place."""

    place: int
    is_own: bool


@pytest.mark.parametrize(
    ("length", "own", "places"),
    [
        (10, 9, [*range(1, 11)]),
        (34, 20, [1, 2, 3, None, 18, 19, 20, 21, 22, None]),
        (34, 2, [1, 2, 3, 4, None]),
        (34, 6, [1, 2, 3, 4, 5, 6, 7, 8, None]),
        (34, 34, [1, 2, 3, None, 32, 33, 34]),
        (34, None, [1, 2, 3, None]),
    ],
)
def test_long_ranking_begins_with_the_first_and_the_readers_own_lines(
    length: int, own: int | None, places: list[int | None]
) -> None:
    lines = [Line(place, place == own) for place in range(1, length + 1)]
    assert [line and line.place for line in near(lines)] == places
