"""How a table answers a form post: with itself as it stands now, and with a sentence if something was refused."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse

from games.chat import queries as chat_queries
from games.components.rendering import render_table
from games.engine import IllegalAction
from games.forms.actions import NotUnderstood
from games.lobby import queries as lobby_queries
from games.lobby.tables import NotPossible, TooManyGames
from games.models import Game
from games.play.event_log import StaleGame
from games.play.snapshot import Snapshot
from games.play.turns import NoDealNow
from games.presenters import TablePage, error_messages
from games.presenters.chat import TalkPanel, talk_panel
from games.views.shortcuts import (
    by_htmx,
    find,
    snapshot_after_move,
    snapshot_for,
    spectators_refused,
)


def attempt(request: HttpRequest, code: str, service: Callable[[], object]) -> HttpResponse:
    """Let a service do what was asked for; a refusal becomes its sentence and a 409, what is no move a 400."""
    try:
        service()
    except NotUnderstood as refusal:
        return table_now(request, code, error_messages.sentence(refusal), HTTPStatus.BAD_REQUEST)
    except (IllegalAction, StaleGame, NoDealNow, NotPossible, TooManyGames) as refusal:
        return table_now(request, code, error_messages.sentence(refusal), HTTPStatus.CONFLICT)
    return table_now(request, code)


def attempt_form(request: HttpRequest, code: str, form: Form, service: Callable[[], object]) -> HttpResponse:
    """The same for a form, which is a 400 unless it can be understood."""
    if not form.is_valid():
        return table_now(request, code, error_messages.sentence(NotUnderstood()), HTTPStatus.BAD_REQUEST)
    return attempt(request, code, service)


def table_now(request: HttpRequest, code: str, notice: str = "", status: int = 200) -> HttpResponse:
    """The table's partial for htmx; for a plain form post the page: by redirect, or with what there is to say."""
    if by_htmx(request):
        return HttpResponse(_rendered(request, snapshot_after_move(code, request), notice), status=status)
    if notice:
        return whole_page(request, find(code), notice, status)
    return HttpResponseRedirect(reverse("games:table", args=[code]))


def whole_page(request: HttpRequest, game: Game, notice: str = "", status: int = 200) -> HttpResponse:
    """The table's page."""
    snapshot = snapshot_for(game, request)
    context: dict[str, Any] = {
        "table": _rendered(request, snapshot, notice, talk_for(request, game)),
        "snapshot": snapshot,
        "page": TablePage(snapshot),
        "turns_waiting": lobby_queries.turns_waiting(request.user, elsewhere_than=game.code),
    }
    return render(request, "games/table.html", context, status=status)


def talk_for(request: HttpRequest, game: Game) -> TalkPanel | None:
    """What the visitor hears at the table."""
    with spectators_refused():
        talk = chat_queries.talk(game, request.user)
    return talk_panel(talk, draft=request.POST.get("text", "")) if talk else None


def _rendered(request: HttpRequest, snapshot: Snapshot, notice: str, talk: TalkPanel | None = None) -> str:
    return render_table(
        snapshot,
        csrf_token=get_token(request),
        notice=notice,
        signed_in=request.user.is_authenticated,
        link=request.build_absolute_uri(reverse("games:table", args=[snapshot.code])),
        talk=talk,
    )
