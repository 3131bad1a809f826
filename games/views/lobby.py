"""The home page, the lobby, and opening a table."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus

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
from games.engine import Rules
from games.forms.tables import TableForm
from games.lobby import presets, tables
from games.lobby import queries as lobby_queries
from games.models import Game
from games.models.values import TableOptions
from games.presenters import error_messages
from games.views.shortcuts import signed_in


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page."""
    return _home(request)


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the player's running games, invitations, and open tables."""
    context = {
        "mine": lobby_queries.running_games(request.user),
        "open": lobby_queries.open_tables(),
        "invitations": lobby_queries.invitations_of(request.user),
        "presets": presets.presets(),
    }
    return render(request, "games/lobby.html", context)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a table with two bots. An anonymous visitor becomes a guest first, with the name in the form if any."""
    try:
        player = accounts.ensure_player(request, request.POST.get("name") or _("Guest"))
    except accounts.NameRefused as refusal:
        return _home(request, str(refusal), HTTPStatus.BAD_REQUEST)
    except accounts.TooManyGuests as refusal:
        return _home(request, str(refusal), HTTPStatus.TOO_MANY_REQUESTS)
    preset = presets.preset(request.POST.get("preset", ""))
    return _open_with_bots(request, player, preset.rules, str(preset.name), preset.options)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table with chosen rules, which waits for players or starts with two bots."""
    default = presets.preset("")
    form = TableForm(request.POST or None, initial=TableForm.initial_for(default.rules, default.options))
    if request.method == "POST" and form.is_valid():
        player = signed_in(request)
        name = form.cleaned_data["name"] or _("%(player)s’s table") % {"player": player.get_username()}
        if "bots" in request.POST:
            return _open_with_bots(request, player, form.rules(), name, form.options())
        service = partial(tables.open_table, rules=form.rules(), name=name, options=form.options())
        return _open(request, player, service)
    status = HTTPStatus.BAD_REQUEST if form.is_bound else 200
    return render(request, "games/new_table.html", {"form": form, "presets": presets.presets()}, status=status)


def _open_with_bots(request: HttpRequest, player: User, rules: Rules, name: str, options: TableOptions) -> HttpResponse:
    return _open(request, player, partial(tables.open_game_with_bots, rules=rules, name=name, options=options))


def _open(request: HttpRequest, player: User, open_game: Callable[..., Game]) -> HttpResponse:
    """Open a game hosted by `player` and redirect to it, or show why that is refused."""
    if not ratelimit.consume(request, action="open_game", user=player):
        return _home(request, error_messages.too_many_tables(), HTTPStatus.TOO_MANY_REQUESTS)
    try:
        game = open_game(host=player)
    except tables.TooManyGames as refusal:
        return _home(request, error_messages.sentence(refusal), HTTPStatus.CONFLICT)
    return HttpResponseRedirect(reverse("games:table", args=[game.code]))


def _home(request: HttpRequest, notice: str = "", status: int = 200) -> HttpResponse:
    context = {
        "mine": lobby_queries.running_games(request.user),
        "form_name": request.POST.get("name", ""),
        "notice": notice,
        "presets": presets.presets(),
    }
    return render(request, "games/home.html", context, status=status)
