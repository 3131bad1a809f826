"""Helpers for views: who may use them and by which methods, the table of a request, and the visitor's role there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TypeAlias, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.urls import register_converter, reverse
from django.urls.converters import StringConverter
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRefresh

from accounts.base import names
from accounts.base.choices import HandOrder
from accounts.base.rate_limits import check_limit
from accounts.models import User
from accounts.signing_in import guests
from games.components.frames import Viewer
from games.engine import Player
from games.models import Game
from games.play import loading, plans, presence, queries as table_queries, table_cache
from games.play.queries import SeatNow
from games.play.snapshot import FullSnapshot
from games.play.spectators import NotForSpectators
from games.words.errors import TOO_MANY_TABLES

View: TypeAlias = Callable[..., HttpResponse]
AnyView = TypeVar("AnyView", bound=Callable[..., HttpResponseBase])


class TableCode(StringConverter):
    """A table’s code: what `secrets.token_urlsafe` makes. Anything else is not a table and is never looked up."""

    regex = r"[A-Za-z0-9_-]{1,12}"


register_converter(TableCode, "table")


@contextmanager
def spectators_refused() -> Iterator[None]:
    """Respond with 403 to a spectator if the table does not allow spectators, and to staff who have seen its cards."""
    try:
        yield
    except NotForSpectators:
        raise PermissionDenied(_("This table is for its players only.")) from None


def player_or_guest(request: HttpRequest, name: str | None = None) -> User:
    """Return the player who sent the request; an anonymous visitor first becomes a guest with this name. Raises
    NameRefused, TooManyRequests.
    """
    return guests.ensure_player(request, name or names.GUEST)


def check_opens_table(request: HttpRequest) -> None:
    """Count a table that the player opens. Raises TooManyRequests."""
    check_limit(request, "open_game", TOO_MANY_TABLES)


def page_view(view: AnyView, *other_methods: str) -> AnyView:
    """Return a view for GET, HEAD and `other_methods` that is never cached and refuses spectators where a table
    does.
    """
    return never_cache(require_http_methods(["GET", "HEAD", *other_methods])(spectators_refused()(view)))


def form_view(view: View, page: str = "games:table") -> View:
    """Return a view for POST only, which redirects a GET to the page with its form.

    A GET happens when the visitor reloads the response to a refused form, or signs in after posting one.
    """
    post = require_POST(spectators_refused()(view))

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: str) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return HttpResponseRedirect(reverse(page, kwargs=kwargs))
        return post(request, **kwargs)

    return wrapper


def check_downloads(request: HttpRequest) -> None:
    """Count a download of many rows. Raises TooManyRequests."""
    check_limit(request, "download", _("That’s a lot of downloads. Try again in ten minutes."))


def number_in(text: str) -> int | None:
    """Return this parameter of a query as a number below 1000; None if it is not one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None


def find(code: str) -> Game:
    """Return the game at this address with its seats and users; 404 if there is none."""
    try:
        return loading.game_by_code(code)
    except Game.DoesNotExist:
        raise Http404(_("There is no table at this address.")) from None


def by_htmx(request: HttpRequest) -> bool:
    """Return whether htmx requests a part of the page; when going back in history it requests the whole page."""
    # django-htmx reads `request.headers`, which makes a dict of all headers: as much work as writing a move.
    sent = request.META
    return sent.get("HTTP_HX_REQUEST") == "true" and sent.get("HTTP_HX_HISTORY_RESTORE_REQUEST") != "true"


def sign_in_first(view: View) -> View:
    """Decorate a view for POST to send an anonymous visitor to the sign-in page and then to the table.

    If htmx sent the request, the visitor was signed in when the page was loaded, so the page is reloaded.
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
    """Return the visitor of a view that requires a signed-in user."""
    assert isinstance(request.user, User), "login is required"
    return request.user


def viewer_for(request: HttpRequest, full: FullSnapshot, player: Player | None, *, has_plans: bool = True) -> Viewer:
    """Return the viewer for whom the table is drawn: this visitor as `player`, who may have planned cards."""
    user = request.user
    if not isinstance(user, User):
        return Viewer(player, signed_in=False)
    chosen = plans.chosen_by(full, user, player, has_plans=has_plans)
    return Viewer(player, HandOrder(user.hand_order), is_guest=user.is_guest, chosen=chosen)


def table_for(code: str, request: HttpRequest, seat: SeatNow | None = None) -> tuple[FullSnapshot, Viewer]:
    """Return the table and the viewer for whom it is drawn; for players from the cache.

    `seat` is the visitor's seat, with the oldest version that is still acceptable; without it, the version in the
    database is required.
    """
    seat = seat or table_queries.seat_now(code, request.user)
    if seat and (known := table_cache.full_snapshot_at(code, seat.version)):
        return known, viewer_for(request, known, seat.player, has_plans=seat.has_plans)
    game = find(code)
    full = table_queries.full_snapshot_of(game)
    return full, viewer_for(request, full, table_queries.player_of(game, request.user))


def note_heartbeat(game: Game, request: HttpRequest) -> Player | None:
    """Record a heartbeat if the visitor plays in the game, and return the player; None for a spectator."""
    player = table_queries.player_of(game, request.user)
    if player is not None:
        presence.sign_of_life(game.code, player)
    return player


def host_of(game: Game, request: HttpRequest) -> User:
    """Return the visitor if they act as the table's host; 403 for everyone else. Also records a player's heartbeat."""
    note_heartbeat(game, request)
    if not isinstance(request.user, User) or presence.host_now(game) != request.user.pk:
        raise PermissionDenied(_("Only the host can do that."))
    return request.user


def present_player(code: str, request: HttpRequest) -> Player:
    """Return the visitor's player and record a heartbeat; 403 if the visitor doesn't play, 404 if there is no table."""
    return present_seat(code, request).player


def present_seat(code: str, request: HttpRequest) -> SeatNow:
    """Return the visitor's seat and record a heartbeat, with the errors of `present_player`."""
    seat = table_queries.seat_now(code, request.user)
    if seat is None:
        find(code)
        raise PermissionDenied(_("Only the players of this game can do that."))
    presence.sign_of_life(code, seat.player)
    return seat
