"""Who goes on in a knock-out: the best of each table (docs/duplicate.md)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from games.tournaments.standings import AVERAGE, Fields, Score, fields_of, percent_of

Tables: TypeAlias = Mapping[tuple[int, int], Sequence[int]]
"""The participants, by keys in the order of seats, at each table of each round: by the numbers of round and table."""


def lost_in(
    tables: Tables, scores: Sequence[Score], numbers: Mapping[int, int], unplaced: Collection[int]
) -> dict[int, int]:
    """Return in which round each participant was knocked out, by key; those who are still in are left out.

    At each table the sum of the points decides, then the mean per cent of the round, then the lower of the drawn
    `numbers`. Bots and who is disqualified (`unplaced`) go on only where nobody else sits.
    """
    fields, own = fields_of(scores), defaultdict[tuple[int, int], list[Score]](list)
    for score in scores:
        own[score.round, score.entry].append(score)
    lost: dict[int, int] = {}
    for (number, _table), trio in tables.items():
        merits = {each: (each not in unplaced, *_merits(own[number, each], fields), -numbers[each]) for each in trio}
        best = max(trio, key=merits.__getitem__)
        lost |= {each: number for each in trio if each != best}
    return lost


def _merits(scores: Sequence[Score], fields: Fields) -> tuple[int, Fraction]:
    """Return the sum of the points of a round, and its mean per cent."""
    percents = [percent for score in scores if (percent := percent_of(score, fields)) is not None]
    mean = sum(percents, Fraction()) / len(percents) if percents else AVERAGE
    return sum(score.points or 0 for score in scores), mean
