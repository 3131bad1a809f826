"""What a game led to besides its scores: the rating changes, and why the staff declared it void."""

from dataclasses import dataclass

from accounts.models import Visibility
from games.engine import Player
from games.history import ratings
from games.models import ALL_TIME_ALL_STYLES, Game, RatingChange, Seat, Void
from games.models.values import Stage


@dataclass(frozen=True, slots=True)
class RatingStep:
    """A player's rating points before and after a game, give or take so many, and who is let see them."""

    player: Player
    before: int
    after: int
    give_or_take: int
    seen_by: str

    def is_open_to(self, viewer: Player | None) -> bool:
        """Whether a player of the game, or a spectator, may know. Who has no seat may have no account either."""
        if viewer is None:
            return self.seen_by == Visibility.PUBLIC
        return viewer == self.player or self.seen_by != Visibility.PRIVATE


def rating_steps(game: Game, seats: list[Seat]) -> tuple[RatingStep, ...]:
    """Return the game's changes of the ratings of all time and all styles, in seat order; none before its end."""
    if game.stage != Stage.OVER:
        return ()
    changes = RatingChange.objects.filter(ALL_TIME_ALL_STYLES, game=game).order_by("player")
    visibility = {seat.player: seat.user.visibility for seat in seats if seat.user}
    return tuple(_step(change, visibility[change.player]) for change in changes)


def _step(change: RatingChange, visibility: str) -> RatingStep:
    before, after = rating_points(change)
    give_or_take = ratings.Skill(change.mu, change.sigma).give_or_take
    return RatingStep(change.player, before, after, give_or_take, visibility)


def rating_points(change: RatingChange) -> tuple[int, int]:
    """Return the rating points before and after a game."""
    before, after = (ratings.Skill(change.mu_before, change.sigma_before), ratings.Skill(change.mu, change.sigma))
    return before.points, after.points


def void_reason(game: Game) -> str:
    """Return why the staff declared the game void; "" if it counts."""
    if Stage(game.stage).is_running or game.stage == Stage.OPEN:
        return ""
    return Void.objects.filter(game=game).values_list("reason", flat=True).first() or ""
