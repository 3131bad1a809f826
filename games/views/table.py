"""Views of a table: its page, the moves of players, and the score sheet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.components.scores import score_sheet
from games.forms import actions
from games.lobby import invitations
from games.models import Stage
from games.play import presence, queue
from games.play import queries as table_queries
from games.presenters import error_messages
from games.presenters.history import points_over_game
from games.views.responses import attempt, whole_page
from games.views.shortcuts import find, present_player, signed_in


def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table as this visitor may see it: as a player of the game or as a spectator."""
    game = find(code)
    player = table_queries.player_of(game, request.user)
    if player is not None:
        presence.sign_of_life(code, player)
        if game.stage == Stage.OPEN and signed_in(request).pk in presence.yet_to_come(game):
            invitations.come(code=code, user=signed_in(request))
    notice = error_messages.seat_freed() if table_queries.was_sent_away(game, request.user) else ""
    return whole_page(request, game, notice)


def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score sheet of all finished deals."""
    game = find(code)
    snapshot = table_queries.sheet(game, table_queries.player_of(game, request.user))
    context = {"sheet": score_sheet(snapshot), "chart": points_over_game(snapshot), "snapshot": snapshot}
    return render(request, "games/sheet.html", context)


def move(request: HttpRequest, code: str, *, kind: str) -> HttpResponse:
    """Make a move of the visitor, one of `actions.MOVES`."""
    player = present_player(code, request)
    fields = actions.fields_of(request.POST)

    def take_turn() -> None:
        queue.take_turn(code=code, action=actions.read(kind, player, fields), version=actions.version(fields))

    return attempt(request, code, take_turn)
