"""Skill estimates by openskill's Plackett-Luce model of three-player games.

A skill is an estimate `mu` with the uncertainty `sigma`. It changes once per game, by the final places.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

from games.bots import Level

SCALE: Final = 60
"""Rating points per unit of openskill: a newcomer's 25 ± 8.3 is shown as 1500 ± 500."""

PROVISIONAL_GAMES: Final = 10
"""A rating from fewer games is provisional."""

_MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Skill:
    """An estimate of a player's strength, in openskill units."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def lower_bound(self) -> float:
        """The strength that the player almost certainly has; ladders are sorted by it."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        """The estimate in rating points."""
        return round(SCALE * self.mu)

    @property
    def give_or_take(self) -> int:
        """The uncertainty in rating points."""
        return round(SCALE * self.sigma)


NEWCOMER: Final = Skill()
BOTS: Final = {Level.BEGINNER: Skill(20.0, 1.0), Level.CLUB: Skill(25.0, 1.0), Level.EXPERT: Skill(30.0, 1.0)}
"""The skills of bots. They never change, so that ratings of games with bots stay comparable."""


def after_game(
    skills: Sequence[Skill | None], places: Sequence[int], bots: Level = Level.CLUB
) -> tuple[Skill | None, ...]:
    """Return the skills after a game that ended in these places (1 is best; players may share a place).

    None stands for a bot of the level `bots`, in the arguments and in the result.
    """
    teams = [[_MODEL.rating(skill.mu, skill.sigma)] for skill in (known or BOTS[bots] for known in skills)]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return tuple(
        None if known is None else Skill(team[0].mu, team[0].sigma) for known, team in zip(skills, rated, strict=True)
    )


def places(points: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each total: 1 for the highest; equal totals share a place."""
    return tuple(1 + sum(other > total for other in points) for total in points)
