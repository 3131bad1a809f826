"""What a game that has ended did besides its scores: whose rating it changed, and whether staff declared it void."""

from __future__ import annotations

from games.history import ratings
from games.models import ALL_TIME_ALL_STYLES, Game, RatingChange, Seat, Void
from games.play.snapshot import RatingStep, Stage


def rating_steps(game: Game, seats: list[Seat]) -> tuple[RatingStep, ...]:
    """What the game did to its people's ratings of all time and all styles, in seat order."""
    if game.stage != Stage.OVER:
        return ()
    changes = RatingChange.objects.filter(ALL_TIME_ALL_STYLES, game=game).order_by("player")
    seen_by = {seat.player: seat.user.visibility for seat in seats if seat.user}
    return tuple(_step(change, seen_by[change.player]) for change in changes)


def _step(change: RatingChange, seen_by: str) -> RatingStep:
    before, after = before_and_after(change)
    give_or_take = ratings.Skill(change.mu, change.sigma).give_or_take
    return RatingStep(change.player, before, after, give_or_take, seen_by)


def before_and_after(change: RatingChange) -> tuple[int, int]:
    """Rating points before and after a game."""
    before, after = (ratings.Skill(change.mu_before, change.sigma_before), ratings.Skill(change.mu, change.sigma))
    return before.points, after.points


def why_void(game: Game) -> str:
    """Why staff declared the game void; "" if it counts."""
    if Stage(game.stage).is_running or game.stage == Stage.OPEN:
        return ""
    return Void.objects.filter(game=game).values_list("reason", flat=True).first() or ""
