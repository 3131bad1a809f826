"""The standings of a tournament: per cents of the field of the same seat, and what decides ties (docs/duplicate.md)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from games.results.fields import Field, matchpoints, results_in

AVERAGE: Final = Fraction(50)
"""The per cent of a board that a table has not finished in the time of its round."""


class Score(NamedTuple):
    """The result of a participant (`entry`, a key) in a seat on a board. `points` is None if the deal was not finished;
    `given` is the per cent that the host of the tournament has given instead.
    """

    entry: int
    round: int
    board: int
    player: int
    points: int | None
    given: float | None = None


Fields: TypeAlias = Mapping[tuple[int, int], Field]
"""The field of each seat, by board and player."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. `place` is None for bots, for who is disqualified, and before the first result.

    `percent` is the mean over the boards with a per cent, None without one; `above` is the mean of the points above the
    mean of the field, and `points` that of the points, over the boards with points. `rounds` has the mean per cent of
    each round, by number. Means are exact until they are shown. `lost_in` is the round in which somebody was knocked
    out.
    """

    entry: int
    place: int | None
    percent: Fraction | None
    above: Fraction
    points: Fraction
    boards: int
    rounds: Mapping[int, Fraction]
    lost_in: int | None = None


def fields_of(scores: Iterable[Score]) -> Fields:
    """Return the fields of these results, each of one seat of one board."""
    fields: defaultdict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for score in scores:
        if score.points is not None:
            fields[score.board, score.player][score.points] += 1
    return fields


def percent_of(score: Score, fields: Fields) -> Fraction | None:
    """Return the per cent of a result: given by the host, 50 for a deal that was not finished, else the matchpoints in
    per cent of the most possible; None if the field has no other result.
    """
    if score.given is not None:
        return Fraction(score.given).limit_denominator(1000)
    if score.points is None:
        return AVERAGE
    field = fields[score.board, score.player]
    others = results_in(field) - 1
    return Fraction(50 * matchpoints(field)[score.points], others) if others else None


def above_mean(score: Score, fields: Fields) -> Fraction | None:
    """Return by how many points a result lies above the mean of its field; None without points."""
    if score.points is None:
        return None
    field = fields[score.board, score.player]
    return score.points - Fraction(sum(points * count for points, count in field.items()), results_in(field))


def standings(
    scores: Sequence[Score],
    entries: Iterable[int],
    unplaced: Collection[int] = (),
    lost: Mapping[int, int] = MappingProxyType({}),
) -> list[Standing]:
    """Return the standings of these participants, the `unplaced` among the others without a place.

    In a knock-out the round decides in which somebody was knocked out (`lost`). Then the mean per cent decides, then
    the mean above the field, then the mean of the points. Who is equal in all shares a place.
    """
    fields, of_entry = fields_of(scores), defaultdict[int, list[Score]](list)
    for score in scores:
        of_entry[score.entry].append(score)
    lines = sorted((_line(entry, of_entry[entry], fields, lost.get(entry)) for entry in entries), key=_order)
    placed = [line for line in lines if line.boards and line.entry not in unplaced]
    places = _places(placed)
    return [replace(line, place=places.get(line.entry)) for line in lines]


def _line(entry: int, scores: Sequence[Score], fields: Fields, lost: int | None) -> Standing:
    rounds: defaultdict[int, list[Fraction]] = defaultdict(list)
    for score in scores:
        if (percent := percent_of(score, fields)) is not None:
            rounds[score.round].append(percent)
    percents = [percent for of_round in rounds.values() for percent in of_round]
    return Standing(
        entry=entry,
        place=None,
        percent=_mean(percents) if percents else None,
        above=_mean([above for score in scores if (above := above_mean(score, fields)) is not None]),
        points=_mean([Fraction(score.points) for score in scores if score.points is not None]),
        boards=len(scores),
        rounds={number: _mean(of_round) for number, of_round in rounds.items()},
        lost_in=lost,
    )


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction()) / len(values) if values else Fraction()


def _merits(line: Standing) -> tuple[float, Fraction, Fraction, Fraction]:
    """Return what decides the place, the most important first."""
    reached = inf if line.lost_in is None else line.lost_in
    return reached, (Fraction(-1) if line.percent is None else line.percent), line.above, line.points


def _order(line: Standing) -> tuple[float | Fraction, ...]:
    return not line.boards, *(-merit for merit in _merits(line)), line.entry


def _places(ordered: Sequence[Standing]) -> dict[int, int]:
    """Return the places of these lines, which come in order, by participant."""
    places: dict[int, int] = {}
    for number, line in enumerate(ordered):
        before = ordered[number - 1]
        is_shared = number > 0 and _merits(before) == _merits(line)
        places[line.entry] = places[before.entry] if is_shared else number + 1
    return places
