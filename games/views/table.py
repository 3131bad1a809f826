"""A table: the page, the moves made at it, its score sheet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import moves, presence, refusals, selectors
from games.presenters.curves import points_over_game
from games.presenters.sheet import score_sheet
from games.services import invitations, turns
from games.snapshot import Stage
from games.views.answers import attempt, whole_page
from games.views.finding import find, present_player, sheet_for, signed_in, viewer_of


@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table as this visitor may see it; whoever is not a player of the game watches."""
    game = find(code)
    player = viewer_of(game, request)
    if player is not None:
        presence.sign_of_life(code, player)
        if game.stage == Stage.OPEN and signed_in(request).pk in presence.yet_to_come(game):
            invitations.come(code=code, user=signed_in(request))
    notice = refusals.seat_freed() if selectors.was_sent_away(game, request.user) else ""
    return whole_page(request, game, notice)


@require_POST
def peek(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.peek)


@require_POST
def bid(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.bid)


@require_POST
def play(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.play)


@require_POST
def claim(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.claim)


@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.answer)


@require_POST
def ready(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.ready)


@never_cache
@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheet of all finished deals."""
    game = find(code)
    snapshot = sheet_for(game, request)
    context = {"sheet": score_sheet(snapshot), "chart": points_over_game(snapshot), "snapshot": snapshot}
    return render(request, "games/sheet.html", context)


def _move(request: HttpRequest, code: str, read: moves.Reader) -> HttpResponse:
    """One move of whoever is asking."""
    player = present_player(code, request)
    fields = moves.fields_of(request.POST)

    def take_turn() -> None:
        turns.take_turn(code=code, action=read(player, fields), version=moves.version(fields))

    return attempt(request, code, take_turn)
