"""The home page, the lobby, opening a table, and the notices about tables on every page."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.models import User
from accounts.rate_limits import is_within_limit
from games.engine import Rules
from games.forms.tables import TableForm
from games.lobby import presets, queries as lobby_queries, tables
from games.models import Game, TableOptions
from games.presenters import error_messages
from games.views.shortcuts import signed_in


def home(request: HttpRequest, notice: str = "", status: int = 200) -> HttpResponse:
    """Show the home page."""
    context = {
        "mine": lobby_queries.running_games(request.user),
        "form_name": request.POST.get("name", ""),
        "notice": notice,
        "presets": presets.presets(),
    }
    return render(request, "games/home.html", context, status=status)


def lobby(request: HttpRequest) -> HttpResponse:
    """Show the player's running games, invitations, and open tables."""
    context = {
        "mine": lobby_queries.running_games(request.user),
        "open": lobby_queries.open_tables(),
        "invitations": lobby_queries.invitations_of(request.user),
        "presets": presets.presets(),
    }
    return render(request, "games/lobby.html", context)


def play_now(request: HttpRequest) -> HttpResponse:
    """Open a table with two bots. An anonymous visitor becomes a guest first, with the name in the form if any."""
    try:
        player = accounts.ensure_player(request, request.POST.get("name") or _("Guest"))
    except accounts.NameRefused as refusal:
        return home(request, str(refusal), HTTPStatus.BAD_REQUEST)
    except accounts.TooManyGuests as refusal:
        return home(request, str(refusal), HTTPStatus.TOO_MANY_REQUESTS)
    preset = presets.preset(request.POST.get("preset", ""))
    return _open(request, player, tables.open_game_with_bots, preset.rules, str(preset.name), preset.options)


@login_required
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table with chosen rules, which waits for players or starts with two bots."""
    default = presets.preset("")
    form = TableForm(request.POST or None, initial=TableForm.initial_for(default.rules, default.options))
    if not form.is_valid():
        status = HTTPStatus.BAD_REQUEST if form.is_bound else 200
        context = {"form": form, "presets": presets.presets()}
        return render(request, "games/new_table.html", context, status=status)
    player = signed_in(request)
    name = form.cleaned_data["name"] or _("%(player)s’s table") % {"player": player.get_username()}
    open_game = tables.open_game_with_bots if "bots" in request.POST else tables.open_table
    return _open(request, player, open_game, form.rules(), name, form.options())


def _open(
    request: HttpRequest, host: User, open_game: Callable[..., Game], rules: Rules, name: str, options: TableOptions
) -> HttpResponse:
    """Open a game and redirect to it, or show why that is refused."""
    if not is_within_limit(request, "open_game"):
        return home(request, error_messages.too_many_tables(), HTTPStatus.TOO_MANY_REQUESTS)
    try:
        game = open_game(host=host, rules=rules, name=name, options=options)
    except tables.TooManyGames as refusal:
        return home(request, error_messages.sentence(refusal), HTTPStatus.CONFLICT)
    return redirect("games:table", game.code)


def notices(request: HttpRequest) -> dict[str, object]:
    """Return what every page may show: how many tables wait for the visitor, and the latest invitation; both lazily."""
    return {
        "turns_waiting": SimpleLazyObject(lambda: lobby_queries.turns_waiting(request.user)),
        "invitation": SimpleLazyObject(lambda: next(iter(lobby_queries.invitations_of(request.user)), None)),
    }
