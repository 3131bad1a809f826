"""Comparisons of the results of one board (docs/duplicate.md).

They come as a `Field`: how often each number of points occurs. So a board with 20,000 results costs no more than the
few dozen numbers among them.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Final, TypeAlias

Field: TypeAlias = Mapping[int, int]
"""The results of one board: for each number of points that occurs, how many results have it."""

TRIMMED_FROM: Final = 8
"""The number of results from which on the datum leaves out one highest and one lowest."""


def results_in(field: Field) -> int:
    """Return the number of results."""
    return sum(field.values())


def matchpoints(field: Field) -> dict[int, int]:
    """Return the matchpoints of a result with each number of points: two for each lower result, one for each equal."""
    lower, table = 0, {}
    for points, count in sorted(field.items()):
        table[points] = 2 * lower + count - 1
        lower += count
    return table


def percent(field: Field, points: int) -> float | None:
    """Return the matchpoints of one result in per cent of the most possible; None if the field has no other."""
    others = results_in(field) - 1
    return 50 * matchpoints(field)[points] / others if others else None


def place(field: Field, points: int) -> int:
    """Return the place of a result: one more than there are higher results."""
    return 1 + sum(count for other, count in field.items() if other > points)


def mean(field: Field) -> float:
    """Return the average of all results. Raise a `ValueError` if there is none."""
    if not (results := results_in(field)):
        raise ValueError("a field without results has no mean")
    return sum(points * count for points, count in field.items()) / results


def datum(field: Field) -> float:
    """Return what results are compared with by Butler's method: the mean, from `TRIMMED_FROM` results on without one
    highest and one lowest. Raise a `ValueError` if there is no result.
    """
    if results_in(field) < TRIMMED_FROM:
        return mean(field)
    left_out = Counter([min(field), max(field)])
    return mean(Counter(field) - left_out)


def butler(field: Field, points: int) -> float:
    """Return how many points a result lies above the datum of its field."""
    return points - datum(field)
