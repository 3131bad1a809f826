"""The standings of a tournament: per cents within the field of the same seat, and tie-breaks; and who goes on in a
knock-out, the best at each table (docs/duplicate.md).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from math import inf
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from games.results.fields import Field, average, mean, percent, places

AVERAGE: Final = Fraction(50)
"""The mean per cent of somebody whose results can be compared with no other."""


class Score(NamedTuple):
    """The result of a participant (`entry`, a key) in a seat on a board. `points` is None if the deal was not finished;
    `given` is the per cent that the host of the tournament has given instead.

    In a deal `by_bot` the bot made most of the person's moves. `overrun` says by how many seconds the person was slower
    than the time of the round allowed, if that was up before the deal was finished.
    """

    entry: int
    round: int
    board: int
    player: int
    points: int | None
    given: float | None = None
    by_bot: bool = False
    overrun: int | None = None

    @property
    def is_delayed(self) -> bool:
        """Whether the deal was not finished because this participant, perhaps among others, let the time run."""
        return self.points is None and self.given is None and (self.overrun or 0) > 0

    @property
    def is_own(self) -> bool:
        """Whether the participant has played the deal to its end, or was given a per cent for it."""
        return self.given is not None or (self.points is not None and not self.by_bot)


Fields: TypeAlias = Mapping[tuple[int, int], Field]
"""The field of each seat, by board and player."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. `place` is None for bots and for participants who are disqualified or have not played at
    least half of their deals.

    `percent` is the mean over the boards with a per cent, None without one; `above` is the mean of the points above the
    mean of the field, and `points` that of the points, over the boards with points. What a bot has played for somebody
    counts in all three, for no more than the mean of what they have played. `boards` are those that they have played.
    `rounds` has the mean per cent of each round, by number. Means are exact until they are shown. `lost_in` is the
    round in which somebody was knocked out.
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
    """Return the per cent of a result: given by the host, else the matchpoints in per cent of the most possible; None
    if the field has no other result. A deal that was not finished gives 0 to participants who let the time run, and
    none to others.
    """
    if score.given is not None:
        return Fraction(score.given).limit_denominator(1000)
    if score.points is None:
        return Fraction() if score.is_delayed else None
    return percent(fields[score.board, score.player], score.points)


def above_mean(score: Score, fields: Fields) -> Fraction | None:
    """Return how many points a result is above the mean of its field; None without points."""
    return None if score.points is None else score.points - mean(fields[score.board, score.player])


def standings(
    scores: Sequence[Score],
    entries: Iterable[int],
    unplaced: Collection[int] = (),
    lost: Mapping[int, int] = MappingProxyType({}),
) -> list[Standing]:
    """Return the standings of these participants, the `unplaced` among the others without a place.

    In a knock-out the round decides in which somebody was knocked out (`lost`). Then the mean per cent decides, then
    the mean above the field, then the mean of the points. Participants equal in all of these share a place.
    """
    fields, of_entry = fields_of(scores), defaultdict[int, list[Score]](list)
    for score in scores:
        of_entry[score.entry].append(score)
    lines = sorted((_line(entry, of_entry[entry], fields, lost.get(entry)) for entry in entries), key=_order)
    merits = {
        line.entry: _merits(line) for line in lines if line.entry not in unplaced and _has_played(of_entry[line.entry])
    }
    table = places(Counter(merits.values()))
    return [replace(line, place=table[merits[line.entry]]) if line.entry in merits else line for line in lines]


def _has_played(scores: Sequence[Score]) -> bool:
    """Return whether somebody has played at least half of these deals, and at least one."""
    own = sum(score.is_own for score in scores)
    return 0 < len(scores) <= 2 * own


def _line(entry: int, scores: Sequence[Score], fields: Fields, lost: int | None) -> Standing:
    percents = _counted(scores, lambda score: percent_of(score, fields))
    rounds: defaultdict[int, list[Fraction]] = defaultdict(list)
    for score, value in percents:
        rounds[score.round].append(value)
    return Standing(
        entry=entry,
        place=None,
        percent=average(list(chain(*rounds.values()))) if rounds else None,
        above=average([above for _score, above in _counted(scores, lambda score: above_mean(score, fields))]),
        points=average([points for _score, points in _counted(scores, _points)]),
        boards=sum(score.is_own for score in scores),
        rounds={number: average(of_round) for number, of_round in rounds.items()},
        lost_in=lost,
    )


def _points(score: Score) -> Fraction | None:
    return None if score.points is None else Fraction(score.points)


def _counted(scores: Sequence[Score], value_of: Callable[[Score], Fraction | None]) -> list[tuple[Score, Fraction]]:
    """Return what each result counts: one that a bot has played no more than the mean of the own ones, so that nobody
    gains by leaving a bot to play. Without any deal of their own, nothing counts.
    """
    if not any(score.is_own for score in scores):
        return []
    values = [(score, value) for score in scores if (value := value_of(score)) is not None]
    own = [value for score, value in values if score.is_own]
    if not own:
        return [(score, value) for score, value in values if score.is_delayed]
    most = average(own)
    return [(score, value if score.is_own else min(value, most)) for score, value in values]


def _merits(line: Standing) -> tuple[float, Fraction, Fraction, Fraction]:
    """Return what decides the place, the most important first."""
    reached = inf if line.lost_in is None else line.lost_in
    return reached, (AVERAGE if line.percent is None else line.percent), line.above, line.points


def _order(line: Standing) -> tuple[float | Fraction, ...]:
    return not line.boards, *(-merit for merit in _merits(line)), line.entry


Tables: TypeAlias = Mapping[tuple[int, int], Sequence[int]]
"""The participants, by keys in the order of seats, at each table of each round: by the numbers of round and table."""

_Merits: TypeAlias = tuple[bool, bool, int, Fraction, int]


def lost_in(
    tables: Tables, scores: Sequence[Score], numbers: Mapping[int, int], absent: Collection[int], decided: int
) -> dict[int, int]:
    """Return in which round each participant was knocked out, by key; those who are still in are left out.

    Of a round after which another one has begun, who sits there has gone on. Of the others, those up to the number
    `decided` are decided by their results. At each table it matters first who was there and did not let the time run,
    then the sum of the points, then the mean per cent of the round, then who was fastest, if the time was up, then the
    lower of the drawn `numbers`. Those who are `absent`, such as bots, go on only where nobody else sits.
    """
    fields, own = fields_of(scores), defaultdict[tuple[int, int], list[Score]](list)
    for score in scores:
        own[score.round, score.entry].append(score)
    seated = defaultdict[int, set[int]](set)
    for (number, _table), trio in tables.items():
        seated[number].update(trio)
    lost: dict[int, int] = {}
    for (number, _table), trio in tables.items():
        if seated.get(number + 1):
            on = seated[number + 1]
        elif number <= decided:
            on = {
                max(
                    trio,
                    key=lambda each: (each not in absent, *_round_merits(own[number, each], fields), -numbers[each]),
                )
            }
        else:
            continue
        lost |= {each: number for each in trio if each not in on}
    return lost


def is_complete(scores: Sequence[Score]) -> bool:
    """Return whether all these deals were finished, or have a per cent that the host has given."""
    return all(score.points is not None or score.given is not None for score in scores)


def _round_merits(scores: Sequence[Score], fields: Fields) -> _Merits:
    """Return what a participant has made of a round: whether they were there for half of it, whether the time was up
    without their fault, the sum of the points, the mean per cent, and by how much they were faster than the time.
    """
    percents = [percent for score in scores if (percent := percent_of(score, fields)) is not None]
    return (
        2 * sum(score.by_bot for score in scores) <= len(scores),
        not any(score.is_delayed for score in scores),
        sum(score.points or 0 for score in scores),
        average(percents) if percents else AVERAGE,
        -max((score.overrun or 0 for score in scores), default=0),
    )
