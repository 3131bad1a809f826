"""The distribution of a field, the score of a set of deals, and ladders (docs/duplicate.md)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nlargest
from math import fsum, sqrt
from statistics import stdev
from typing import Final, Generic, NamedTuple, TypeVar

from games.results.fields import Field, average, percents, places

BEST_DAYS_OF_WEEK: Final = 5
BEST_DAYS_OF_MONTH: Final = 15

P = TypeVar("P", int, str)
"""A participant: the key of an account, or a name."""


# The picture of a field

BIN_WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_BINS: Final = 16


@dataclass(frozen=True, slots=True)
class Bin:
    """The number of results with `least` to `most` points."""

    least: int
    most: int
    results: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """A field in bins of the same width, from the lowest to the highest, without a gap; and which of them hold the
    reader's result and the Expert's.
    """

    bins: tuple[Bin, ...]
    yours: int | None
    experts: int | None


def distribution(
    field: Field, *, yours: int | None = None, experts: int | None = None, most_bins: int = MOST_BINS
) -> Distribution:
    """Return the field in bins of the smallest round width that needs at most `most_bins`.

    The bins also reach to the points of the Expert, who is no part of the field.
    """
    shown = [*field, *(points for points in (yours, experts) if points is not None)]
    if not shown:
        return Distribution((), None, None)
    width = _width(min(shown), max(shown), most_bins)
    first = min(shown) // width
    counts = Counter[int]()
    for points, count in field.items():
        counts[points // width] += count
    numbers = range(first, max(shown) // width + 1)
    bins = tuple(Bin(number * width, number * width + width - 1, counts[number]) for number in numbers)
    at = [None if points is None else points // width - first for points in (yours, experts)]
    return Distribution(bins, *at)


def _width(least: int, most: int, most_bins: int) -> int:
    fitting = (width for width in BIN_WIDTHS if most // width - least // width < most_bins)
    return next(fitting, BIN_WIDTHS[-1])


# A set of deals


class Result(NamedTuple, Generic[P]):
    """What a participant scored on a board."""

    participant: P
    points: int


@dataclass(frozen=True, slots=True)
class SetScore:
    """The results of a participant over the boards of a set of deals, in their order. Boards without a result are
    left out of the sum and the mean.
    """

    points: tuple[int | None, ...]
    percents: tuple[Fraction | None, ...]
    percent: Fraction | None
    """The mean of the `percents`; None if nobody else has a result on any of these boards."""

    @property
    def boards(self) -> int:
        return sum(points is not None for points in self.points)

    @property
    def total(self) -> int:
        return sum(points for points in self.points if points is not None)

    @property
    def rounded(self) -> float | None:
        """The mean per cent as the nearest number that files and the database can hold."""
        return None if self.percent is None else float(self.percent)

    @property
    def error(self) -> float | None:
        """The standard error of the mean per cent over the boards; None for fewer than two of them."""
        percents = [float(percent) for percent in self.percents if percent is not None]
        return stdev(percents) / sqrt(len(percents)) if len(percents) > 1 else None


@dataclass(frozen=True, slots=True)
class LadderEntry(Generic[P]):
    """A line of the ladder of a set of deals. `place` is None for a participant without a result on some board."""

    place: int | None
    participant: P
    score: SetScore


def set_score(fields: Sequence[Field], points: Sequence[int | None]) -> SetScore:
    """Return the score of a participant with these points on the boards with these fields, of which they are a part."""
    return _score([percents(field) for field in fields], points)


def ladder(boards: Sequence[Iterable[Result[P]]]) -> list[LadderEntry[P]]:
    """Return all participants of a set of deals, of whom each has at most one result on a board.

    Those with a result on every board come first and have a place, by mean per cent; equal means share a place, and
    are listed by the sum of points. The others follow, by the number of their boards and by mean per cent.
    """
    rows: defaultdict[P, list[Result[P] | None]] = defaultdict(lambda: [None] * len(boards))
    for number, board in enumerate(boards):
        for result in board:
            rows[result.participant][number] = result
    tables = [percents(_field(row[number] for row in rows.values())) for number in range(len(boards))]
    entries = [_entry(participant, row, tables) for participant, row in rows.items()]
    complete = [entry for entry in entries if entry.score.boards == len(boards)]
    others = [entry for entry in entries if entry.score.boards < len(boards)]
    complete.sort(key=_order)
    table = places(Counter(map(_merit, complete)))
    placed = [replace(entry, place=table[_merit(entry)]) for entry in complete]
    return placed + sorted(others, key=lambda entry: (-entry.score.boards, *_order(entry)))


def _score(tables: Sequence[Mapping[int, Fraction]], points: Sequence[int | None]) -> SetScore:
    """Return the score of these points on boards, of which each has a table of per cents."""
    percents = [None if own is None else table.get(own) for table, own in zip(tables, points, strict=True)]
    compared = [percent for percent in percents if percent is not None]
    return SetScore(tuple(points), tuple(percents), average(compared) if compared else None)


def _field(results: Iterable[Result[P] | None]) -> Field:
    return Counter(result.points for result in results if result)


def _entry(participant: P, row: Sequence[Result[P] | None], tables: Sequence[Mapping[int, Fraction]]) -> LadderEntry[P]:
    score = _score(tables, [result.points if result else None for result in row])
    return LadderEntry(None, participant, score)


def _merit(entry: LadderEntry[P]) -> Fraction:
    """Return what decides the place: the mean per cent; participants without one come last."""
    return Fraction(-1) if entry.score.percent is None else entry.score.percent


def _order(entry: LadderEntry[P]) -> tuple[Fraction, int, P]:
    return -_merit(entry), -entry.score.total, entry.participant


def against_expert(own: Sequence[int | None], experts: Sequence[int | None]) -> int | None:
    """Return how many points more than the Expert somebody scored on the boards on which both have a result; None if
    there is no such board.
    """
    pairs = zip(own, experts, strict=True)
    each = [mine - other for mine, other in pairs if mine is not None and other is not None]
    return sum(each) if each else None


# Ladders of a week and of a month


@dataclass(frozen=True, slots=True)
class PeriodEntry(Generic[P]):
    """A line of the ladder of a week or month: the mean of the best days, and the number of days with a per cent."""

    place: int
    participant: P
    percent: float
    days: int


def period_ladder(percents: Mapping[P, Sequence[float]], best: int, days_so_far: int) -> list[PeriodEntry[P]]:
    """Return the ladder of a week or month, of which this many days have passed, from the per cent of each
    participant's days.

    It is by the mean of the `best` days, or of all days while there have been fewer. A day without a per cent counts 0.
    Equal means share a place.
    """
    counted = max(1, min(best, days_so_far))
    means = [(_mean_of_best(days, counted), participant) for participant, days in percents.items() if days]
    table = places(Counter(mean for mean, _participant in means))
    return [
        PeriodEntry(table[mean], participant, mean, len(percents[participant]))
        for mean, participant in sorted(means, key=lambda line: (-line[0], line[1]))
    ]


def _mean_of_best(days: Sequence[float], counted: int) -> float:
    """Return the mean to nine decimals, beyond which a sum of rounded numbers is not exact."""
    return round(fsum(nlargest(counted, days)) / counted, 9)
