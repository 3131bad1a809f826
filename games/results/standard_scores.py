"""Whether a player is softer against one opponent than against all others, by Welch's test on the deals with either."""

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

MIN_DEALS: Final = 40
"""How many deals with the opponent, and with others, a score needs."""

TOLERANCE: Final = 0.15
"""The difference that honest players reach too, because opponents bid differently."""

FALSE_ALARMS: Final = 0.05
"""The chance that, of all pairs of an honest site, any is flagged."""


@dataclass(frozen=True, slots=True)
class Sums:
    """The number of deals, and the sums of the softness in each and of its square."""

    deals: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(self.deals + other.deals, self.total + other.total, self.squares + other.squares)

    def __sub__(self, other: "Sums") -> "Sums":
        return Sums(self.deals - other.deals, self.total - other.total, self.squares - other.squares)

    @property
    def mean(self) -> float:
        return self.total / self.deals

    @property
    def variance_of_mean(self) -> float:
        return (self.squares / self.deals - self.mean**2) / (self.deals - 1)


def standard_score(against_one: Sums, against_others: Sums) -> float | None:
    """Return by how many standard errors the means differ beyond the tolerance; None if there are too few deals."""
    if min(against_one.deals, against_others.deals) < MIN_DEALS:
        return None
    error = sqrt(against_one.variance_of_mean + against_others.variance_of_mean)
    return (against_one.mean - against_others.mean - TOLERANCE) / error if error else 0.0


def limit(pairs: int) -> float:
    """Return the score above which a pair is flagged if so many have one: Bonferroni's correction."""
    return NormalDist().inv_cdf(1 - FALSE_ALARMS / max(1, pairs))
