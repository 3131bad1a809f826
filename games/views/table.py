"""A table: the page, the moves made at it, its score sheet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import presence, selectors
from games.presenters.sheet import score_sheet
from games.services import tables, turns
from games.views import moves
from games.views.answers import attempt_form, whole_page
from games.views.finding import find, player_at, snapshot_for


@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table as this visitor may see it; whoever is not a player of the game watches."""
    game = find(code)
    player = selectors.player_of(game, request.user)
    if player is not None:
        presence.sign_of_life(code, player)
    return whole_page(request, game)


@require_POST
def peek(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.PeekForm(request.POST))


@require_POST
def bid(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.BidForm(request.POST))


@require_POST
def play(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.PlayForm(request.POST))


@require_POST
def claim(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.ClaimForm(request.POST))


@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    return _move(request, code, moves.AnswerForm(request.POST))


@require_POST
def ready(request: HttpRequest, code: str) -> HttpResponse:
    """Ready for the next deal."""
    player = player_at(find(code), request)
    form = moves.VersionedForm(request.POST)

    def make_ready() -> None:
        tables.ready(code=code, player=player, version=form.cleaned_data["version"])

    return attempt_form(request, code, form, make_ready)


@never_cache
@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheet of all finished deals."""
    game = find(code)
    snapshot = snapshot_for(game, request)
    return render(request, "games/sheet.html", {"sheet": score_sheet(snapshot), "snapshot": snapshot})


def _move(request: HttpRequest, code: str, form: moves.MoveForm) -> HttpResponse:
    """One action in the deal."""
    player = player_at(find(code), request)

    def take_turn() -> None:
        turns.take_turn(code=code, action=form.action(player), version=form.cleaned_data["version"])

    return attempt_form(request, code, form, take_turn)
