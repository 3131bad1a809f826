"""The end of a game: who came where, and what it did to their ratings."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import PLAYERS
from games.play.snapshot import (
    RatingStep,
    Snapshot,
    Stage,
    Who,
)
from games.presenters.i18n_cache import gettext as _

from .words import Names, plain, signed


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place at the end of the game, 1 for the winner; equal totals share a place.

    `rating` is the player's new rating and what the game changed, "" where there is none to show.
    """

    place: int
    who: Who
    points: str
    rating: str
    is_you: bool


def standings(snapshot: Snapshot, names: Names) -> tuple[Standing, ...]:
    """The final order, highest total first; empty unless the game is over."""
    if snapshot.stage is not Stage.OVER:
        return ()
    points = snapshot.standing.points
    ratings = {step.player: _rating(step) for step in snapshot.rated}
    return tuple(
        Standing(
            place=1 + sum(other > points[player] for other in points),
            who=names.who(player),
            points=plain(points[player]),
            rating=ratings.get(player, ""),
            is_you=names.is_you(player),
        )
        for player in sorted(PLAYERS, key=lambda player: -points[player])
    )


def _rating(step: RatingStep) -> str:
    rating, change = f"{step.after} ± {step.give_or_take}", signed(step.after - step.before)
    return _("rating %(rating)s (%(change)s)") % {"rating": rating, "change": change}
