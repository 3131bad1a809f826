"""The running game that the home page shows."""

from dataclasses import dataclass, replace

from accounts.base.names import isolated
from games.components.html import Html
from games.components.picture import picture
from games.models import Game
from games.play import loading, queries as table_queries
from games.play.spectators import NotForSpectators
from games.values import Stage
from games.words.names import plain


@dataclass(frozen=True, slots=True)
class Featured:
    """A running game: who plays with how many points in which deal, and a picture of the deal while it is played."""

    code: str
    name: str
    deal_number: int
    players: tuple[tuple[str, str], ...]
    picture: Html | None
    is_paused: bool = False


def featured_table(code: str) -> Featured | None:
    """Return the game with this code; None if there is none, it has ended or it is not for spectators."""
    if not code:
        return None
    try:
        game = loading.game_by_code(code)
        snapshot = table_queries.full_snapshot_of(game).of(None)
    except (Game.DoesNotExist, NotForSpectators):
        return None
    if not snapshot.stage.is_running:
        return None
    one, two, three = (replace(seat, clock=None) for seat in snapshot.seats)  # a clock would stand still
    drawn = picture(replace(snapshot, seats=(one, two, three))) if snapshot.stage is Stage.DEAL else None
    points = [plain(total) for total in snapshot.standing.points]
    names = [isolated(seat.stand_in or seat.name) for seat in snapshot.seats]
    return Featured(
        code,
        game.title,
        snapshot.deal_number,
        tuple(zip(names, points, strict=True)),
        drawn,
        snapshot.pause is not None,
    )
