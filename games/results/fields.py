"""Comparisons of results: matchpoints, per cents, places and means (docs/duplicate.md). They are exact.

The results of a board come as a `Field`: how often each number of points occurs. So a board with 20,000 results costs
no more than the few dozen numbers among them.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from fractions import Fraction
from math import lcm
from typing import Final, TypeAlias, TypeVar

M = TypeVar("M", bound=Hashable)
"""What decides a place; more is better."""

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


def percents(field: Field) -> dict[int, Fraction]:
    """Return the per cent of a result with each number of points: its matchpoints, of the most possible. Without
    another result there is none.
    """
    others = results_in(field) - 1
    return {points: _share(won, others) for points, won in matchpoints(field).items()} if others else {}


def percent(field: Field, points: int) -> Fraction | None:
    """Return the per cent of one result; None if the field has no other."""
    others = results_in(field) - 1
    return _share(matchpoints(field)[points], others) if others else None


def _share(won: int, others: int) -> Fraction:
    return Fraction(50 * won, others)


def places(merits: Mapping[M, int]) -> dict[M, int]:
    """Return the place of whoever has these merits, of which each occurs so often: one more than have higher ones. So
    equal merits share a place, and the next places are free.
    """
    higher, table = 0, {}
    for each, count in sorted(merits.items(), reverse=True):
        table[each] = 1 + higher
        higher += count
    return table


def place(field: Field, points: int) -> int:
    """Return the place of a result, or that which it would have."""
    return places({points: 0, **field})[points]


def average(values: Collection[Fraction]) -> Fraction:
    """Return the mean of these values; 0 of none."""
    if not values:
        return Fraction()
    scale = lcm(*(value.denominator for value in values))
    return Fraction(sum(value.numerator * (scale // value.denominator) for value in values), scale * len(values))


def mean(field: Field) -> Fraction:
    """Return the average of all results. Raise a `ValueError` if there is none."""
    if not (results := results_in(field)):
        raise ValueError("a field without results has no mean")
    return Fraction(sum(points * count for points, count in field.items()), results)


def datum(field: Field) -> Fraction:
    """Return what results are compared with by Butler's method: the mean, from `TRIMMED_FROM` results on without one
    highest and one lowest. Raise a `ValueError` if there is no result.
    """
    if results_in(field) < TRIMMED_FROM:
        return mean(field)
    left_out = Counter([min(field), max(field)])
    return mean(Counter(field) - left_out)


def butler(field: Field, points: int) -> Fraction:
    """Return how many points a result lies above the datum of its field."""
    return points - datum(field)
