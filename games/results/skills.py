"""Skills: an estimate `mu` of a player's strength with the uncertainty `sigma`, and the places that change it.

It changes once per game, by the final places, and by less if the game was short: both change by `weight` times what a
game to FULL_TARGET would change.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from accounts.base.choices import Visibility
from games.bots import Level
from games.engine import PLAYERS, Player
from games.results import fields

FULL_TARGET: Final = 500
SCALE: Final = 60  # rating points per unit of openskill: a newcomer's 25 ± 8.3 is shown as 1500 ± 500
PROVISIONAL_GAMES: Final = 10


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
        """The uncertainty in rating points: the true strength most likely lies within it of the estimate."""
        return round(SCALE * self.sigma)


NEWCOMER: Final = Skill()
BOTS: Final = {Level.BEGINNER: Skill(20.0, 1.0), Level.CLUB: Skill(25.0, 1.0), Level.EXPERT: Skill(30.0, 1.0)}
"""The skills of bots. They never change, so that ratings of games with bots stay comparable."""


def weight(target: int) -> float:
    """Return how much a game to `target` counts, from above 0 to 1: a short game has fewer deals, and more luck."""
    return min(1.0, target / FULL_TARGET)


def places(points: Sequence[int], left: Collection[Player] = ()) -> tuple[int, ...]:
    """Return the place of each total, 1 for the highest; equal totals share a place.

    Players who have `left` share the last place, whatever the bots that sat in for them have won; if all have, nobody
    is first.
    """
    if len(left) == len(PLAYERS):
        return (len(PLAYERS),) * len(PLAYERS)
    merits = [(player not in left, 0 if player in left else points[player]) for player in PLAYERS]
    table = fields.places(Counter(merits))
    return tuple(table[each] for each in merits)


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A player's rating points before and after a game, give or take so many, and who is let see them.

    `number` counts the player's rated games, this one included. `places` are those by which the game is rated, of all
    players in seat order.
    """

    player: Player
    before: int
    after: int
    give_or_take: int
    seen_by: str
    number: int
    places: tuple[int, ...]

    def is_open_to(self, viewer: Player | None) -> bool:
        """Return whether a player of the game, or a spectator, may know. Who has no seat may have no account either."""
        if viewer is None:
            return self.seen_by == Visibility.PUBLIC
        return viewer == self.player or self.seen_by != Visibility.PRIVATE
