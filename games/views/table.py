"""Views of a table: its page, the moves of players, and the score sheet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.components.scores import score_sheet
from games.forms import actions
from games.lobby import invitations
from games.models.values import Stage
from games.play import presence, queue
from games.play import queries as table_queries
from games.presenters import error_messages
from games.presenters.curves import points_over_game
from games.views.responses import attempt, whole_page
from games.views.shortcuts import find, present_player, sheet_for, signed_in, viewer_of


@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table as this visitor may see it: as a player of the game or as a spectator."""
    game = find(code)
    player = viewer_of(game, request)
    if player is not None:
        presence.sign_of_life(code, player)
        if game.stage == Stage.OPEN and signed_in(request).pk in presence.yet_to_come(game):
            invitations.come(code=code, user=signed_in(request))
    notice = error_messages.seat_freed() if table_queries.was_sent_away(game, request.user) else ""
    return whole_page(request, game, notice)


@require_POST
def peek(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, actions.peek)


@require_POST
def bid(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, actions.bid)


@require_POST
def play(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, actions.play)


@require_POST
def claim(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, actions.claim)


@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, actions.answer)


@require_POST
def ready(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, actions.ready)


@never_cache
@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score sheet of all finished deals."""
    game = find(code)
    snapshot = sheet_for(game, request)
    context = {"sheet": score_sheet(snapshot), "chart": points_over_game(snapshot), "snapshot": snapshot}
    return render(request, "games/sheet.html", context)


def _move(request: HttpRequest, code: str, read: actions.Reader) -> HttpResponse:
    """Make a move of the visitor."""
    player = present_player(code, request)
    fields = actions.fields_of(request.POST)

    def take_turn() -> None:
        queue.take_turn(code=code, action=read(player, fields), version=actions.version(fields))

    return attempt(request, code, take_turn)
