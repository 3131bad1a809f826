"""Before a game begins: sitting down, getting up, inviting, and what the host may do."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRefresh

from accounts import services as accounts
from accounts.models import User
from games import store
from games.engine import Player
from games.forms import SeatForm, TableForm
from games.models import Game
from games.services import invitations, tables
from games.views import refusals
from games.views.answers import attempt, attempt_form, table_now
from games.views.finding import find, host_of, player_at
from games.views.statuses import BAD_REQUEST, CONFLICT, TOO_MANY_REQUESTS


@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat; a visitor's name makes a guest account on the way.

    A page made for a visitor can't go on as a player's: its token and its socket are those of nobody.
    """
    find(code)
    was_nobody = not request.user.is_authenticated
    try:
        user = accounts.seat_visitor(request, request.POST.get("name", ""))
    except accounts.NameRefused as refusal:
        return table_now(request, code, str(refusal), BAD_REQUEST)
    except accounts.TooManyGuests as refusal:
        return table_now(request, code, str(refusal), TOO_MANY_REQUESTS)
    answer = _at_seat(request, code, lambda player: tables.sit(code=code, user=user, player=player))
    if was_nobody and request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return HttpResponseClientRefresh()
    return answer


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Get up before the game has begun."""
    player_at(find(code), request)
    return attempt(request, code, lambda: tables.leave(code=code, user=_user(request)))


@require_POST
def remove(request: HttpRequest, code: str) -> HttpResponse:
    """The host frees a seat."""
    host = host_of(find(code), request)
    return _at_seat(request, code, lambda player: tables.remove(code=code, host=host, player=player))


@require_POST
def seat_bot(request: HttpRequest, code: str) -> HttpResponse:
    """The host gives a free seat to a bot."""
    host = host_of(find(code), request)
    return _at_seat(request, code, lambda player: tables.seat_bot(code=code, host=host, player=player))


@require_POST
def start(request: HttpRequest, code: str) -> HttpResponse:
    """The host begins the game; bots take the seats that are free."""
    host = host_of(find(code), request)
    return attempt(request, code, lambda: tables.start(code=code, host=host))


@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """A player asks another by name to sit down."""
    player_at(find(code), request)
    name = request.POST.get("name", "").replace("\0", "")  # which PostgreSQL can't even look for
    try:
        invitations.invite(code=code, inviter=_user(request), name=name)
    except invitations.NobodyOfThatName:
        return table_now(request, code, _("There is no player of that name."), BAD_REQUEST)
    except tables.NotPossible as refusal:
        return table_now(request, code, refusals.sentence(refusal), CONFLICT)
    return table_now(request, code, _("%(name)s is invited.") % {"name": name})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def options(request: HttpRequest, code: str) -> HttpResponse:
    """The host changes rules and options before the game begins."""
    game = find(code)
    host = host_of(game, request)
    now = TableForm.initial_for(store.rules_of(game), store.options_of(game)) | {"name": game.name}
    form = TableForm(request.POST or None, initial=now)
    if request.method == "POST" and form.is_valid():
        return attempt(request, code, lambda: _change_rules(game, host, form))
    status = BAD_REQUEST if form.is_bound else 200
    return render(request, "games/new_table.html", {"form": form, "code": code}, status=status)


def _change_rules(game: Game, host: User, form: TableForm) -> None:
    name = form.cleaned_data["name"] or game.name
    tables.change_rules(code=game.code, host=host, rules=form.rules(), name=name, options=form.options())


def _at_seat(request: HttpRequest, code: str, service: Callable[[Player], None]) -> HttpResponse:
    form = SeatForm(request.POST)
    return attempt_form(request, code, form, lambda: service(form.cleaned_data["player"]))


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User), "login is required"
    return request.user
