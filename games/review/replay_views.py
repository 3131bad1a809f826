"""Views of a finished deal that is played again, and of the comparison with what happened."""

import zlib
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.base.pages import too_many_requests
from accounts.base.rate_limits import is_within_limit
from accounts.names.services import NameRefused
from accounts.signing_in import guests
from games.engine import PLAYERS, Fault, Phase, replay
from games.lobby.tables import TooManyGames
from games.models import Deal, Game
from games.review import replays
from games.review.comparison import comparison
from games.review.imported import imported_deal, unpacked
from games.review.reviewed_deal import ReviewedDeal
from games.review.views import finished_deals
from games.words import errors as error_messages


def play_again(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Begin a replay of a finished deal in the seat that the form names, for everyone who may look at the review."""
    (deal,) = finished_deals(request.user, code, number)
    source = Deal.objects.get(game__code=code, number=number)
    return _begin(request, deal, source, reverse("games:review", args=[code, number]))


def play_imported(request: HttpRequest) -> HttpResponse:
    """Begin a replay of a finished deal whose record is in the form, as in the address of its review."""
    packed = request.POST.get("deal", "")
    try:
        deal = imported_deal(unpacked(packed))
    except (ValueError, zlib.error, Fault):
        return _not_understood(request)
    if replay(deal.log).phase is not Phase.FINISHED:
        return _not_understood(request)
    return _begin(request, deal, None, f"{reverse('games:import_record')}?{urlencode({'deal': packed})}")


def _begin(request: HttpRequest, deal: ReviewedDeal, source: Deal | None, review: str) -> HttpResponse:
    """Begin the replay and go to its table, or back to the review with a notice. A visitor becomes a guest first."""
    player = next((player for player in PLAYERS if request.POST.get("player") == str(player)), None)
    if player is None:
        return _not_understood(request)
    try:
        user = guests.ensure_player(request, _("Guest"))
    except NameRefused as refusal:
        raise PermissionDenied(str(refusal)) from None
    except guests.TooManyGuests as refusal:
        return too_many_requests(request, str(refusal))
    if not is_within_limit(request, "open_game"):
        return too_many_requests(request, error_messages.too_many_tables())
    try:
        game = replays.open_replay(user=user, log=deal.log, player=player, source=source)
    except TooManyGames as refusal:
        messages.error(request, error_messages.sentence(refusal))
        return redirect(review)
    return redirect("games:table", game.code)


def _not_understood(request: HttpRequest) -> HttpResponse:
    return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)


def compare(request: HttpRequest, code: str) -> HttpResponse:
    """Show players their finished replay beside the deal that it repeats; 404 for other games and readers."""
    game = Game.objects.filter(code=code).exclude(replayed="").select_related("replay_of__game").first()
    if game is None:
        raise Http404(_("This game is no replay."))
    (now,) = finished_deals(request.user, code, 1)
    if now.viewer is None:
        raise Http404(_("Only who has played a replay can compare it."))
    source = game.replay_of
    if source is None:
        then = imported_deal(game.replayed.encode())
    else:
        (then,) = finished_deals(request.user, source.game.code, source.number)
    return render(request, "review/comparison.html", {"then": then, "now": now, "comparison": comparison(then, now)})
