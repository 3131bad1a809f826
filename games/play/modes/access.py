"""Who may see the finished deals of a table, by what its game is for (docs/rules.md section 10)."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import Game, TournamentRound
from games.play.modes import boards, rounds
from games.values import Closed, Stage


def are_closed(game: Game) -> bool:
    """Return whether the finished deals of a table are closed to everybody, its players included: those of a duplicate
    table until its game ends, as every board comes back, and those of a tournament until the round has ended, as other
    tables play the same boards (docs/duplicate.md).
    """
    if game.mode.closed is Closed.ROUND:
        return TournamentRound.objects.filter(games=game, ended_at=None).exists()
    return game.mode.closed is Closed.GAME and not Stage(game.stage).has_ended


def are_open_to(game: Game, user: User | AnonymousUser) -> bool:
    """Return whether this visitor may see the finished deals of a table at which nobody watches: of a board that the
    visitor may see, or of a tournament that is shown to the visitor. It says nothing of whether they are closed.
    """
    if game.board_id is not None:
        return boards.may_see(game.board_id, user)
    return game.round is not None and rounds.is_shown_to(game.round.tournament, user)


def are_open_to_all(game: Game) -> bool:
    """Return whether everybody may see the finished deals of a table."""
    return game.spectators or (game.round_id is not None and are_open_to(game, AnonymousUser()))
