"""What a deal is worth to a player in the long run, and means with their standard errors."""

from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from ..engine import PlayerScore

BAG: Final = -10
"""Points that a bag costs, of which every tenth costs 100, beside the one that it brings."""


def long_run_points(line: PlayerScore) -> int:
    """Return a player's points in a deal with a bag at -9, its cost in the long run."""
    return line.contract_points + sum(nil.points for nil in line.nils) + BAG * line.bags


@dataclass
class Sample:
    """Measurements of one quantity."""

    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return fmean(self.values)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return stdev(self.values) / sqrt(len(self.values)) if len(self.values) > 1 else float("inf")

    def __str__(self) -> str:
        """Return the mean and its standard error, which one value alone does not have."""
        return f"{self.mean:+.2f}" + (f" ± {self.error:.2f}" if len(self.values) > 1 else "")
