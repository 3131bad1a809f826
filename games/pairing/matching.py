"""Matching of players: a pure function from those who wait to tables of three."""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from itertools import combinations
from typing import Final, TypeAlias

ENOUGH: Final = 9
"""How many have to wait before ratings count: fewer are glad of anybody."""

FIRST_WINDOW: Final = 150.0
WINDOW_GROWS: Final = 15.0
"""The rating points between the best and the weakest of a table at first, and how many more each second allows."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """The rules that a player wants; None where any will do."""

    bidding: str | None = None
    peek: str | None = None
    target: int | None = None
    clock: str | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who waits: for so many seconds, with so many rating points."""

    user: int
    waited: float
    rating: float = 0.0
    wishes: Wishes = Wishes()


Three: TypeAlias = tuple[Candidate, Candidate, Candidate]


def threes(waiting: Sequence[Candidate], apart: frozenset[frozenset[int]]) -> Iterator[Three]:
    """Yield tables of three: who has waited longest comes first, and gets those who have waited longest and fit.

    Wishes agree at a table, no two of `apart` meet, and nobody comes twice.
    """
    left, by_rating = sorted(waiting, key=lambda candidate: -candidate.waited), len(waiting) >= ENOUGH
    while left:
        first = left.pop(0)
        for second, third in combinations(left, 2):
            if fits((first, second, third), apart, by_rating=by_rating):
                left.remove(second)
                left.remove(third)
                yield first, second, third
                break


def fits(three: Three, apart: frozenset[frozenset[int]], *, by_rating: bool) -> bool:
    """Return whether these three, the first of whom has waited longest, may play together."""
    if agreed([candidate.wishes for candidate in three]) is None:
        return False
    if any(frozenset((one.user, other.user)) in apart for one, other in combinations(three, 2)):
        return False
    ratings = [candidate.rating for candidate in three]
    window = FIRST_WINDOW + WINDOW_GROWS * three[0].waited
    return not by_rating or max(ratings) - min(ratings) <= window


def agreed(wishes: Sequence[Wishes]) -> Wishes | None:
    """Return what all of them can play, None for a rule that nobody minds; None if two of them want different rules."""
    wanted = [set(values) - {None} for values in zip(*map(astuple, wishes), strict=True)]
    if any(len(values) > 1 for values in wanted):
        return None
    return Wishes(*[next(iter(values), None) for values in wanted])
