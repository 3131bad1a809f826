"""Exact chances of the cards, and how far counts are from them: Pearson's chi-square test."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, erfc, exp, gamma, sqrt
from typing import Final, TypeAlias

from games.engine import Rank

PACK: Final = 52
HAND: Final = 13
HONOURS: Final = 16
WORTH: Final = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
"""What an honour counts for the strength of a hand."""

LEAST_EXPECTED: Final = 5
"""The smallest expected count for which chi-square is a good approximation; rarer values are counted together."""

Chances: TypeAlias = Mapping[int, Fraction]


@cache
def chances_of(cards: int) -> Chances:
    """Return the chance that a hand has each number of so many cards of the pack (13 spades, 16 honours)."""
    ways = {dealt: comb(cards, dealt) * comb(PACK - cards, HAND - dealt) for dealt in range(min(cards, HAND) + 1)}
    return {dealt: Fraction(count, comb(PACK, HAND)) for dealt, count in ways.items()}


@cache
def chances_of_strength() -> Chances:
    """Return the chance of each strength of a hand: the worth of its honours together."""
    ways = Counter({(0, 0): 1})  # of honours so far, by their number and worth
    for worth in WORTH.values():
        added: Counter[tuple[int, int]] = Counter()
        for (cards, strength), count in ways.items():
            for more in range(5):
                added[cards + more, strength + more * worth] += count * comb(4, more)
        ways = added
    chances: dict[int, Fraction] = {}
    for (cards, strength), count in sorted(ways.items(), key=lambda item: item[0][1]):
        if cards <= HAND:
            others = comb(PACK - HONOURS, HAND - cards)
            chances[strength] = chances.get(strength, Fraction(0)) + Fraction(count * others, comb(PACK, HAND))
    return chances


@cache
def honours_variance() -> float:
    """Return the variance of the number of honours in a hand."""
    chances = chances_of(HONOURS)
    mean = sum(number * chance for number, chance in chances.items())
    return float(sum((number - mean) ** 2 * chance for number, chance in chances.items()))


@dataclass(frozen=True, slots=True)
class CountLine:
    """How often the values from `least` to `most` were seen, and how often chance would give them on average."""

    least: int
    most: int
    seen: int
    expected: float


def lines(seen: Mapping[int, int], chances: Chances) -> tuple[CountLine, ...]:
    """Return the counts beside the expected ones. Values too rare for the test share a line with their neighbours."""
    total, merged = sum(seen.values()), [CountLine(0, -1, 0, 0.0)]
    for value, chance in sorted(chances.items()):
        one = CountLine(value, value, seen.get(value, 0), float(total * chance))
        merged.append(_joined(merged.pop(), one) if merged[-1].expected < LEAST_EXPECTED else one)
    if len(merged) > 1 and merged[-1].expected < LEAST_EXPECTED:
        merged.append(_joined(merged.pop(-2), merged.pop()))
    return tuple(merged)


def _joined(one: CountLine, other: CountLine) -> CountLine:
    return CountLine(one.least, other.most, one.seen + other.seen, one.expected + other.expected)


def chi_square(counts: Sequence[CountLine]) -> float:
    """Return by how much the counts differ from the expected ones: 0 if not at all."""
    return sum((line.seen - line.expected) ** 2 / line.expected for line in counts)


def p_value(chi_square: float, freedom: int) -> float:
    """Return the chance that counts differ from the expected ones at least so much; `freedom` is lines minus one.

    This is the survival function of the chi-square distribution, which is a finite sum for whole degrees of freedom.
    """
    half = chi_square / 2
    if freedom % 2 == 0:
        return exp(-half) * sum(half**i / gamma(i + 1) for i in range(freedom // 2))
    terms = (float(half ** (i + 0.5)) / gamma(i + 1.5) for i in range(freedom // 2))
    return erfc(sqrt(half)) + exp(-half) * sum(terms)
