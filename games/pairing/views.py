"""Views for players who look for others: the page of who waits, leaving it, and a game with bots meanwhile."""

from dataclasses import asdict
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.base.rate_limits import is_within_limit
from accounts.models import User
from games.lobby.tables import TooManyGames
from games.models import PairingState
from games.pairing import queries, services, words as pairing
from games.pairing.forms import WishesForm
from games.pairing.services import HasToPause
from games.play.errors import NotPossible, NotUnderstood
from games.web.shortcuts import signed_in
from games.words import errors as error_messages


def find_players(
    request: HttpRequest, notice: str = "", status: int = 200, form: WishesForm | None = None
) -> HttpResponse:
    """Show who waits, and the form to look for players; go to the table that is found. Reading it keeps the place."""
    if isinstance(request.user, User):
        services.sign_of_life(request.user)
    search = queries.request_of(request.user)
    if search is not None and search.state == PairingState.FOUND and search.game is not None and not notice:
        return redirect("games:table", search.game.code)
    if form is None:
        form = WishesForm(initial=asdict(queries.wishes_of(search)) if search else None)
    context = {**pairing.waiting_room(search), "wishes": form, "notice": notice}
    return render(request, "pairing/find_players.html", context, status=status)


def find(request: HttpRequest, player: User) -> HttpResponse:
    """Let the player wait for others with the wishes posted, or say why not."""
    form = WishesForm(request.POST)
    if not form.is_valid():
        return find_players(request, error_messages.sentence(NotUnderstood()), HTTPStatus.BAD_REQUEST, form)
    if not is_within_limit(request, "find_players"):
        return find_players(request, error_messages.too_fast(), HTTPStatus.TOO_MANY_REQUESTS, form)
    try:
        services.find(user=player, wishes=form.wishes())
    except HasToPause as refusal:
        return find_players(request, pairing.pause(refusal.until), HTTPStatus.CONFLICT, form)
    except TooManyGames as refusal:
        return find_players(request, error_messages.sentence(refusal), HTTPStatus.CONFLICT, form)
    return redirect("games:find_players")


def leave(request: HttpRequest) -> HttpResponse:
    """Stop waiting. A table found meanwhile is shown instead."""
    if isinstance(request.user, User):
        services.leave(user=request.user)
    return redirect("games:find_players")


def meanwhile(request: HttpRequest) -> HttpResponse:
    """Go to a game with bots, which ends when a table is found."""
    if not request.user.is_authenticated:
        return redirect("games:find_players")
    if not is_within_limit(request, "open_game"):
        return find_players(request, error_messages.too_many_tables(), HTTPStatus.TOO_MANY_REQUESTS)
    try:
        game = services.play_meanwhile(user=signed_in(request))
    except NotPossible:
        return redirect("games:find_players")
    except TooManyGames as refusal:
        return find_players(request, error_messages.sentence(refusal), HTTPStatus.CONFLICT)
    return redirect("games:table", game.code)
