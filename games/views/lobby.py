"""Home, lobby, and the ways to open a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from allauth.core import ratelimit
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import services as accounts
from accounts.models import User
from games import selectors
from games.engine import Rules
from games.forms import PRESETS, TableForm
from games.models import Game
from games.services import tables
from games.snapshot import TableOptions
from games.views.statuses import BAD_REQUEST, CONFLICT, TOO_MANY_REQUESTS


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return _home(request)


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The player's running games, and the way to new ones."""
    context = {
        "mine": selectors.running_games(request.user),
        "open": selectors.open_tables(),
        "invitations": selectors.invitations_of(request.user),
        "presets": PRESETS,
    }
    return render(request, "games/lobby.html", context)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """One click to a table with two bots; a visitor's name makes a guest account on the way."""
    try:
        player = accounts.seat_visitor(request, request.POST.get("name", ""))
    except accounts.NameRefused as refusal:
        return _home(request, str(refusal), BAD_REQUEST)
    except accounts.TooManyGuests as refusal:
        return _home(request, str(refusal), TOO_MANY_REQUESTS)
    preset = next((preset for preset in PRESETS if preset.code == request.POST.get("preset")), PRESETS[0])
    return _open_with_bots(request, player, preset.rules, str(preset.name), tables.SOLITARY)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_table(request: HttpRequest) -> HttpResponse:
    """Every rule option, for a table that waits for players or one with two bots at once."""
    form = TableForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        player = accounts.seat_visitor(request, "")
        name = form.cleaned_data["name"] or _("%(player)s’s table") % {"player": player.get_username()}
        if "bots" in request.POST:
            return _open_with_bots(request, player, form.rules(), name, form.options())
        service = partial(tables.open_table, rules=form.rules(), name=name, options=form.options())
        return _go_to(request, player, service)
    status = BAD_REQUEST if form.is_bound else 200
    return render(request, "games/new_table.html", {"form": form, "presets": PRESETS}, status=status)


def _open_with_bots(request: HttpRequest, player: User, rules: Rules, name: str, options: TableOptions) -> HttpResponse:
    return _go_to(request, player, partial(tables.open_game_with_bots, rules=rules, name=name, options=options))


def _go_to(request: HttpRequest, player: User, open_game: Callable[..., Game]) -> HttpResponse:
    """Open a game of `player`, unless there are too many of them, and show it."""
    if not ratelimit.consume(request, action="open_game", user=player):
        return _home(request, _("You have opened many tables just now. Try again in ten minutes."), TOO_MANY_REQUESTS)
    try:
        game = open_game(host=player)
    except tables.TooManyGames:
        return _home(request, _("You have many unfinished games. Finish or end one of them first."), CONFLICT)
    return HttpResponseRedirect(reverse("games:table", args=[game.code]))


def _home(request: HttpRequest, notice: str = "", status: int = 200) -> HttpResponse:
    context = {
        "mine": selectors.running_games(request.user),
        "form_name": request.POST.get("name", ""),
        "notice": notice,
        "presets": PRESETS,
    }
    return render(request, "games/home.html", context, status=status)
