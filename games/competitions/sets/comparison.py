"""How results are compared, by how many there are: two head to head, a few in a list, many by their distribution.

Per cents, the distribution and the words of duplicate say something of many results only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from django.utils.translation import gettext as _, ngettext

from games.words.names import signed

MANY_FROM: Final = 8
"""From how many results on their distribution is shown, and each has a per cent."""


class Comparison(Enum):
    """How a page compares results."""

    ALONE = "alone"
    HEAD_TO_HEAD = "head to head"
    LIST = "list"
    DISTRIBUTION = "distribution"


def comparison(results: int) -> Comparison:
    """Return how so many results are compared."""
    if results >= MANY_FROM:
        return Comparison.DISTRIBUTION
    if results > 2:
        return Comparison.LIST
    return Comparison.HEAD_TO_HEAD if results == 2 else Comparison.ALONE


def shows_per_cents(results: int) -> bool:
    """Return whether a result among so many has a per cent."""
    return comparison(results) is Comparison.DISTRIBUTION


class Side(NamedTuple):
    """One of two results: whose it is, with the name as pages write it, and the points."""

    name: str
    points: int
    is_own: bool

    @property
    def words(self) -> str:
        return signed(self.points)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two results, the reader's first, otherwise the better one; and who is ahead by how many points."""

    first: Side
    second: Side

    @property
    def first_leads(self) -> bool:
        return self.first.points > self.second.points

    @property
    def second_leads(self) -> bool:
        return self.second.points > self.first.points

    @property
    def sentence(self) -> str:
        """Return who is ahead, and by how much."""
        points = abs(self.first.points - self.second.points)
        if not points:
            return _("You are level.") if self.first.is_own else _("They are level.")
        if self.first_leads and self.first.is_own:
            words = ngettext("You are ahead by %(points)d point.", "You are ahead by %(points)d points.", points)
        else:
            words = ngettext(
                "%(name)s is ahead by %(points)d point.", "%(name)s is ahead by %(points)d points.", points
            )
        return words % {"name": (self.first if self.first_leads else self.second).name, "points": points}


def head_to_head(sides: Sequence[Side]) -> HeadToHead | None:
    """Return the comparison of two results; None if there are fewer or more."""
    if comparison(len(sides)) is not Comparison.HEAD_TO_HEAD:
        return None
    return HeadToHead(*sorted(sides, key=lambda side: (not side.is_own, -side.points)))
