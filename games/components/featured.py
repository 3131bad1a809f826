"""The running game that the home page shows, as a spectator sees it."""

from dataclasses import dataclass

from games.components.html import Html
from games.components.picture import picture
from games.models import Game
from games.play import loading, queries as table_queries
from games.play.snapshot import NotForSpectators
from games.presenters.sentences import table_name
from games.presenters.words import plain


@dataclass(frozen=True, slots=True)
class Featured:
    """A running game: its picture, and in words who plays with how many points in which deal."""

    code: str
    name: str
    deal_number: int
    players: tuple[tuple[str, str], ...]
    picture: Html


def featured_table(code: str) -> Featured | None:
    """Return the game with this code; None if there is none, it has ended or it is not for spectators."""
    try:
        shown = table_queries.snapshots_of(loading.game_by_code(code)).of(None) if code else None
    except (Game.DoesNotExist, NotForSpectators):
        return None
    if shown is None or not shown.stage.is_running:
        return None
    points = [plain(total) for total in shown.standing.points]
    names = [seat.stand_in or seat.name for seat in shown.seats]
    return Featured(code, table_name(shown), shown.deal_number, tuple(zip(names, points, strict=True)), picture(shown))
