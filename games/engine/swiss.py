"""Rounds of a Swiss tournament for trios: who plays with whom follows from the standings (docs/duplicate.md).

Participants are any whole numbers. Everything follows from the arguments, so anybody can compute a round again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Final

from .movements import Pairs, Round, Trio, Weights, improved, pair_of, weight_of
from .seats import PLAYERS

_REPEATED: Final = 10**9
"""How much more a repeated meeting weighs than any distance in the standings."""

Seatings = Mapping[int, Counter[int]]
"""How often each participant has sat in each seat."""


def swiss_round(order: Sequence[int], met: Pairs, outs: Counter[int], seated: Seatings) -> Round:
    """Return the next round for these participants, who come in the order of the standings, the first one ahead.

    Neighbours in the standings play together, but nobody meets again whom they have `met`, as long as that is possible;
    then as few meet again as we find. If three does not divide the number, those sit out who have done so least (`outs`
    counts), the last of them in the standings.
    """
    out = _sitting_out(order, outs)
    playing = [each for each in order if each not in out]
    weights = _weights(playing, met)
    starts = [playing, _without_repeats(playing, met)]
    if starts[0] == starts[1]:
        del starts[1]
    tables = min((improved(start, weights) for start in starts), key=lambda each: _total(each, weights))
    return Round(tuple(_in_seats(table, seated) for table in tables), out)


def _sitting_out(order: Sequence[int], outs: Counter[int]) -> tuple[int, ...]:
    places = {each: place for place, each in enumerate(order)}
    last = sorted(order, key=lambda each: (outs[each], -places[each]))
    return tuple(sorted(last[: len(order) % 3]))


def _weights(playing: Sequence[int], met: Pairs) -> Weights:
    """Return how much two should not meet: the square of their distance, and far more if they have met."""
    weights = {
        one: {other: (place - there) ** 2 for there, other in enumerate(playing)} for place, one in enumerate(playing)
    }
    for (one, other), times in met.items():
        if one in weights and other in weights:
            weights[one][other] += _REPEATED * times**2
            weights[other][one] += _REPEATED * times**2
    return weights


def _without_repeats(playing: Sequence[int], met: Pairs) -> list[int]:
    """Return the participants by tables, each filled from above with the next ones whom nobody there has met."""
    left, tables = list(playing), list[int]()
    while left:
        table = [left.pop(0)]
        while len(table) < len(PLAYERS):
            fresh = (each for each in left if not any(met[pair_of(each, other)] for other in table))
            chosen = next(fresh, left[0])
            left.remove(chosen)
            table.append(chosen)
        tables += table
    return tables


def _total(tables: Sequence[Sequence[int]], weights: Weights) -> int:
    return sum(weight_of(table, weights) for table in tables)


def _in_seats(table: Sequence[int], seated: Seatings) -> Trio:
    """Return the three in the seats in which they have sat least."""

    def repeats(trio: Trio) -> int:
        return sum(3 ** seated[each][seat] for seat, each in enumerate(trio))

    a, b, c = min(permutations(table), key=lambda trio: repeats((trio[0], trio[1], trio[2])))
    return a, b, c
