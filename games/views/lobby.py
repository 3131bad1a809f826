"""The home page, Today, opening a table, and the notices about tables on every page."""

from collections.abc import Callable
from datetime import UTC
from functools import partial
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from accounts.base.rate_limits import TooManyRequests, check_limit
from accounts.base.refusals import Refusal
from accounts.models import User
from games.engine import Rules
from games.lobby import invitations, presets, queries as lobby_queries, tables
from games.lobby.featured import featured_table
from games.lobby.forms import NewTableForm
from games.models import Game
from games.pairing import queries as pairing_queries, views as pairing
from games.subjects import all_subjects
from games.values import TableOptions
from games.web import solo
from games.web.blocks import Visit, arranged
from games.web.shortcuts import check_opens_table, player_or_guest, signed_in

AREAS: Final = ("heading", "waiting", "tables", "tiles", "ways")
"""Where subjects may put blocks on Play: beside the title, what waits for the player, who plays, and new games."""

AREAS_OF_TODAY: Final = ("streak", "next_deals", "lines", "days", "columns", "end")
"""Where subjects may put blocks on Today: two beside the rings, the list of what can be played, and what is below."""

_WIDEST, _STEP = 45, 12
"""The radius of the outer ring on Today, and how much smaller each further one is."""


def home(request: HttpRequest, notice: str = "", status: int = 200) -> HttpResponse:
    """Show what the game is to a stranger, and to everybody else what waits for them and what they can play."""
    show = _play if request.user.is_authenticated else _stranger
    return show(request, notice, status)


def _stranger(request: HttpRequest, notice: str, status: int) -> HttpResponse:
    context = {
        "notice": notice,
        "featured": featured_table(lobby_queries.featured()),
        "open": lobby_queries.open_tables(),
        "running": lobby_queries.running_tables(),
        "offers_solo": solo.is_built(),
    }
    return render(request, "lobby/stranger.html", context, status=status)


def _play(request: HttpRequest, notice: str, status: int) -> HttpResponse:
    user = signed_in(request)
    visit = Visit(user, timezone.now(), request.GET)
    areas = arranged((block for subject in all_subjects() for block in subject.on_play(visit)), AREAS)
    context = {"notice": notice, "offers_solo": solo.is_built(), "has_played": lobby_queries.has_played(user), **areas}
    return render(request, "lobby/play.html", context, status=status)


def today(request: HttpRequest) -> HttpResponse:
    """Show what the subjects have for today, with a ring for each thing that can be finished in a day."""
    visit = Visit(request.user, timezone.now(), request.GET)
    areas = arranged((block for subject in all_subjects() for block in subject.on_today(visit)), AREAS_OF_TODAY)
    rings = [block.ring for block in areas["lines"] if block.ring]
    context = {
        "in_utc": visit.now.astimezone(UTC).date(),
        "rings": [(ring, _WIDEST - _STEP * at) for at, ring in enumerate(rings)],
        "closed": sum(ring.percent == 100 for ring in rings),
        **areas,
    }
    return render(request, "web/today.html", context)


def play_now(request: HttpRequest) -> HttpResponse:
    """Open a table with two bots or for friends, or look for players.

    An anonymous visitor becomes a guest first, with the name given.
    """
    try:
        player = player_or_guest(request, request.POST.get("name"))
    except Refusal as refusal:
        return home(request, refusal.sentence(), refusal.status)
    if request.POST.get("players") == "people":
        return pairing.find(request, player)
    code = request.POST.get("preset", "")
    preset = presets.preset(code)
    if request.POST.get("players") == "friends":
        return _open(request, player, tables.open_table, preset.rules, "", preset.options)
    if not code and not lobby_queries.has_played(player):
        preset = presets.for_first_game()
    return _open(request, player, tables.open_game_with_bots, preset.rules, "", preset.options)


def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table with chosen rules, which waits for players or starts with two bots.

    An anonymous visitor becomes a guest first, as on the home page.
    """
    form = _new_table_form(request)
    if not form.is_valid():
        return _new_table_page(request, form, HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK)
    try:
        player = player_or_guest(request, form.cleaned_data.get("visitor"))
    except Refusal as refusal:
        form.add_error("visitor", refusal.sentence())
        return _new_table_page(request, form, refusal.status)
    name = form.cleaned_data["name"]
    if form.invited():
        return _challenge(request, player, form)
    if form.who_plays() != "bots":
        return _open(request, player, tables.open_table, form.rules(), name, form.options())
    return _open(request, player, tables.open_game_with_bots, form.rules(), name, form.options())


def _challenge(request: HttpRequest, host: User, form: NewTableForm) -> HttpResponse:
    """Open a table and invite the players named in the form, or show the form again with what speaks against it."""
    invite = partial(invitations.challenge, invited=form.invited())
    try:
        check_limit(request, "invite")
        return _open(request, host, invite, form.rules(), form.cleaned_data["name"], form.options())
    except Refusal as refusal:
        form.add_error("invite_1", refusal.sentence())
        return _new_table_page(request, form, refusal.status)


def new_table_summary(request: HttpRequest) -> HttpResponse:
    """Return what the form of a new table says by now, and its further options if another preset has been chosen."""
    form = _new_table_form(request)
    is_other = request.POST.get("shown_preset", "") != form.preset.code
    return render(request, "lobby/_new_table_summary.html", {"form": form, "renews_options": is_other})


def _new_table_form(request: HttpRequest) -> NewTableForm:
    data = request.POST if request.method == "POST" else None
    return NewTableForm(data, request.GET, is_visitor=not request.user.is_authenticated)


def _new_table_page(request: HttpRequest, form: NewTableForm, status: HTTPStatus) -> HttpResponse:
    user = request.user
    known = list(user.follows.values_list("followed__username", flat=True)) if isinstance(user, User) else []
    return render(request, "lobby/new_table.html", {"form": form, "known": known}, status=status)


def _open(
    request: HttpRequest, host: User, open_game: Callable[..., Game], rules: Rules, name: str, options: TableOptions
) -> HttpResponse:
    """Open a game and redirect to it, or show why that is refused."""
    try:
        check_opens_table(request)
        game = open_game(host=host, rules=rules, name=name, options=options)
    except (TooManyRequests, tables.TooManyGames) as refusal:
        return home(request, refusal.sentence(), refusal.status)
    return redirect("games:table", game.code)


def notices(request: HttpRequest) -> dict[str, object]:
    """Return what every page may show, lazily: what waits for the visitor at tables, the latest invitation, and the
    table that is found or looked for.
    """
    return {
        "elsewhere": SimpleLazyObject(lambda: lobby_queries.elsewhere(request.user)),
        "invitation": SimpleLazyObject(lambda: next(iter(lobby_queries.invitations_of(request.user)), None)),
        "pairing_call": SimpleLazyObject(lambda: pairing_queries.call_for(request.user)),
    }
