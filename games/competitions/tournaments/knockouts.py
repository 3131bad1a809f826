"""Who goes on in a knock-out: the best of each table (docs/duplicate.md)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from games.competitions.tournaments.standings import AVERAGE, Fields, Score, fields_of, percent_of
from games.results.fields import average

Tables: TypeAlias = Mapping[tuple[int, int], Sequence[int]]
"""The participants, by keys in the order of seats, at each table of each round: by the numbers of round and table."""

Merits: TypeAlias = tuple[bool, bool, int, Fraction, int]


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
            on = {max(trio, key=lambda each: (each not in absent, *_merits(own[number, each], fields), -numbers[each]))}
        else:
            continue
        lost |= {each: number for each in trio if each not in on}
    return lost


def is_complete(scores: Sequence[Score]) -> bool:
    """Return whether all these deals were finished, or have a per cent that the host has given."""
    return all(score.points is not None or score.given is not None for score in scores)


def _merits(scores: Sequence[Score], fields: Fields) -> Merits:
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
