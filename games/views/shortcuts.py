"""The table a request is about, who its visitor is there, and how the answer is to be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TypeAlias

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from accounts.models import User
from games.engine import Player
from games.models import Game
from games.play import cache, presence
from games.play import queries as table_queries
from games.play.snapshot import Snapshot

View: TypeAlias = Callable[[HttpRequest, str], HttpResponse]


def find(code: str) -> Game:
    """The game at this address, seats and users with it; 404 without one."""
    try:
        return table_queries.game_by_code(code)
    except Game.DoesNotExist:
        raise Http404(_("There is no table at this address.")) from None


def by_htmx(request: HttpRequest) -> bool:
    """Whether a part of the page is asked for, to be put where it belongs; going back in history asks for the whole."""
    htmx = request.htmx  # type: ignore[attr-defined]  # set by HtmxMiddleware
    return bool(htmx) and not htmx.history_restore_request


def sign_in_first(view: View) -> View:
    """Let a visitor who is not signed in do so and go on to the table: an address only posted to is no page.

    Who was when the page was loaded gets a new one, in place of a part of it.
    """

    @wraps(view)
    def for_players(request: HttpRequest, code: str) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, code)
        if by_htmx(request):
            return HttpResponseClientRefresh()
        return redirect_to_login(reverse("games:table", args=[code]))

    return for_players


def signed_in(request: HttpRequest) -> User:
    """The visitor of a page for which one has to be signed in."""
    assert isinstance(request.user, User), "login is required"
    return request.user


@contextmanager
def spectators_refused() -> Iterator[None]:
    """403 for a spectator where none are wanted."""
    try:
        yield
    except table_queries.NotForSpectators:
        raise PermissionDenied(_("This table is for its players only.")) from None


@spectators_refused()
def viewer_of(game: Game, request: HttpRequest) -> Player | None:
    """Which player the visitor is, None for a spectator; 403 for one of the staff who has seen hidden cards."""
    return table_queries.player_of(game, request.user)


@spectators_refused()
def snapshot_for(game: Game, request: HttpRequest) -> Snapshot:
    """The table as the visitor may see it; 403 where spectators are not wanted."""
    return table_queries.snapshot(game, table_queries.player_of(game, request.user))


def snapshot_after_move(code: str, request: HttpRequest) -> Snapshot:
    """The same, for a player from what this process remembers of the table, which is up to date after most moves."""
    if seat := table_queries.player_at(code, request.user):
        player, version = seat
        if now := cache.now(code, version):
            return now.seen_by(player)
    return snapshot_for(find(code), request)


@spectators_refused()
def sheet_for(game: Game, request: HttpRequest) -> Snapshot:
    """The same without its cards, for the score sheet."""
    return table_queries.sheet(game, table_queries.player_of(game, request.user))


def host_of(game: Game, request: HttpRequest) -> User:
    """The visitor, who has to be the table's host; 403 for everyone else. A player thereby gives a sign of life."""
    player = viewer_of(game, request)
    if player is not None:
        presence.sign_of_life(game.code, player)
    if not isinstance(request.user, User) or presence.host_now(game) != request.user.pk:
        raise PermissionDenied(_("Only the host can do that."))
    return request.user


def present_player(code: str, request: HttpRequest) -> Player:
    """Which player the visitor is, who thereby gives a sign of life; 403 for everyone else, 404 without a table."""
    seat = table_queries.player_at(code, request.user)
    if seat is None:
        find(code)
        raise PermissionDenied(_("Only the players of this game can do that."))
    player, _version = seat
    presence.sign_of_life(code, player)
    return player
