"""A table: the page, the moves made at it, its score sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import selectors
from games.engine import IllegalAction, Player
from games.models import Game
from games.presenters.sheet import score_sheet
from games.presenters.table import table_page
from games.rendering import render_table
from games.services import tables, turns
from games.services.turns import NoDealNow
from games.store import StaleGame
from games.views import moves, refusals

BAD_REQUEST = 400
F = TypeVar("F", bound=moves.VersionedForm)


@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table as this visitor may see it; whoever is not a player of the game watches."""
    return _table_page(request, _find(code))


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

    def make_ready(form: moves.VersionedForm, player: Player) -> None:
        tables.ready(code=code, player=player, version=form.cleaned_data["version"])

    return _change(request, code, moves.VersionedForm(request.POST), make_ready)


@require_POST
def end(request: HttpRequest, code: str) -> HttpResponse:
    """Give the game up: it ends without a winner."""
    _player(_find(code), request)
    tables.close(code=code)
    return _answer(request, code)


@never_cache
@require_safe
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The score sheet of all finished deals."""
    game = _find(code)
    snapshot = selectors.snapshot(game, selectors.player_of(game, request.user))
    return render(request, "games/sheet.html", {"sheet": score_sheet(snapshot), "snapshot": snapshot})


def _find(code: str) -> Game:
    try:
        return selectors.game_by_code(code)
    except Game.DoesNotExist:
        raise Http404(_("There is no table at this address.")) from None


def _player(game: Game, request: HttpRequest) -> Player:
    player = selectors.player_of(game, request.user)
    if player is None:
        raise PermissionDenied(_("Only the players of this game can do that."))
    return player


def _move(request: HttpRequest, code: str, form: moves.MoveForm) -> HttpResponse:
    """One action in the deal."""

    def take_turn(form: moves.MoveForm, player: Player) -> None:
        turns.take_turn(code=code, action=form.action(player), version=form.cleaned_data["version"])

    return _change(request, code, form, take_turn)


def _change(request: HttpRequest, code: str, form: F, service: Callable[[F, Player], None]) -> HttpResponse:
    """Parse, let the service decide, and answer with the table as it stands now."""
    player = _player(_find(code), request)
    if not form.is_valid():
        return _answer(request, code, _("That was not understood. Nothing has changed."), BAD_REQUEST)
    try:
        service(form, player)
    except (IllegalAction, StaleGame, NoDealNow) as refusal:
        return _answer(request, code, refusals.sentence(refusal), refusals.CONFLICT)
    return _answer(request, code)


def _answer(request: HttpRequest, code: str, notice: str = "", status: int = 200) -> HttpResponse:
    """The table's partial for htmx; for a plain form post the page: by redirect, or with what went wrong."""
    if request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return HttpResponse(_render(request, _find(code), notice), status=status)
    if notice:
        return _table_page(request, _find(code), notice, status)
    return HttpResponseRedirect(reverse("games:table", args=[code]))


def _render(request: HttpRequest, game: Game, notice: str = "") -> str:
    snapshot = selectors.snapshot(game, selectors.player_of(game, request.user))
    return render_table(snapshot, csrf_token=get_token(request), notice=notice)


def _table_page(request: HttpRequest, game: Game, notice: str = "", status: int = 200) -> HttpResponse:
    snapshot = selectors.snapshot(game, selectors.player_of(game, request.user))
    context: dict[str, Any] = {
        "table": render_table(snapshot, csrf_token=get_token(request), notice=notice),
        "snapshot": snapshot,
        "page": table_page(snapshot),
    }
    return render(request, "games/table.html", context, status=status)
