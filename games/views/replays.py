"""Playing a finished deal again, and the comparison with what happened."""

from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts import services as accounts
from accounts.rate_limits import is_within_limit
from accounts.views import too_many_requests
from games.engine import PLAYERS
from games.lobby import replays
from games.lobby.tables import TooManyGames
from games.models import Deal
from games.presenters import error_messages
from games.presenters.comparison import comparison
from games.views.review import finished_deals


def play_again(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Begin a replay of a finished deal in the seat that the form names, for everyone who may look at the review.

    An anonymous visitor becomes a guest first.
    """
    (deal,) = finished_deals(request.user, code, number)
    player = next((player for player in PLAYERS if request.POST.get("player") == str(player)), None)
    if player is None:
        return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)
    try:
        user = accounts.ensure_player(request, _("Guest"))
    except accounts.TooManyGuests as refusal:
        return too_many_requests(request, PermissionDenied(str(refusal)))
    if not is_within_limit(request, "open_game"):
        return too_many_requests(request, PermissionDenied(error_messages.too_many_tables()))
    try:
        source = Deal.objects.get(game__code=code, number=number)
        game = replays.open_replay(user=user, source=source, log=deal.log, player=player)
    except TooManyGames as refusal:
        messages.error(request, error_messages.sentence(refusal))
        return redirect("games:review", code, number)
    return redirect("games:table", game.code)


def compare(request: HttpRequest, code: str) -> HttpResponse:
    """Show a finished replay beside the deal that it repeats; 404 for any other game."""
    source = Deal.objects.filter(replays__code=code).select_related("game").first()
    if source is None:
        raise Http404(_("This game is no replay."))
    (now,) = finished_deals(request.user, code, 1)
    (then,) = finished_deals(request.user, source.game.code, source.number)
    return render(request, "games/comparison.html", {"then": then, "now": now, "comparison": comparison(then, now)})
