"""How strong players are, by openskill's Plackett-Luce model of three-player games.

A skill is a belief: the strength is about `mu`, give or take `sigma`. It changes once a game, by the final order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

from games.bots import Level

SCALE: Final = 60
"""What a unit of openskill's is worth on a page: a newcomer's 25 ± 8.3 reads 1500 ± 500."""

SETTLED_AFTER: Final = 10
"""So many games make a rating more than provisional."""

_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of a player's strength, in openskill's units."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def sure(self) -> float:
        """The strength the player almost certainly has: what leaderboards go by."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        """The rating as pages show it."""
        return round(SCALE * self.mu)

    @property
    def give_or_take(self) -> int:
        """Its uncertainty as pages show it."""
        return round(SCALE * self.sigma)


NEWCOMER: Final = Skill()
BOTS: Final = {Level.BEGINNER: Skill(20.0, 1.0), Level.CLUB: Skill(25.0, 1.0), Level.EXPERT: Skill(30.0, 1.0)}
"""The strength of bots: set once and for all, so that they are the yardstick of games with bots."""


def after_game(
    skills: Sequence[Skill | None], places: Sequence[int], bots: Level = Level.CLUB
) -> tuple[Skill | None, ...]:
    """The skills after a game that ended in these places (1 is best, equal places are shared).

    None stands for a bot of the level `bots`, before and after: a bot's strength never changes.
    """
    teams = [[_MODEL.rating(skill.mu, skill.sigma)] for skill in (known or BOTS[bots] for known in skills)]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(
        None if known is None else Skill(team[0].mu, team[0].sigma) for known, team in zip(skills, rated, strict=True)
    )


def places(points: Sequence[int]) -> tuple[int, ...]:
    """The place of each total: 1 for the highest, equal totals share a place."""
    return tuple(1 + sum(other > total for other in points) for total in points)
