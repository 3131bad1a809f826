"""Views of a finished deal that is played again, and the comparison with what happened, in words and figures."""

import zlib
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from accounts.base.pages import too_many_requests
from accounts.base.rate_limits import is_within_limit
from accounts.names.services import NameRefused
from accounts.signing_in import guests
from games.engine import PLAYERS, Fault, Phase, score
from games.lobby.tables import TooManyGames
from games.models import Deal, Game
from games.review import replays
from games.review.imported import imported_deal, unpacked
from games.review.queries import ReviewedDeal
from games.review.views import finished_deals
from games.words import errors as error_messages
from games.words.names import plain, signed, tone


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
    if deal.end.phase is not Phase.FINISHED:
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


class Outcome(NamedTuple):
    """What a seat had to make and what its side took: "7 · 8", with its points; `tone` is good, bad or nought."""

    name: str
    is_declarer: bool
    tricks: str
    points: str
    tone: str


class SeatComparison(NamedTuple):
    """The outcomes of one seat, then and now; `change` are the points now less those then."""

    outcomes: tuple[Outcome, Outcome]
    change: str


class Comparison(NamedTuple):
    """A replay beside its deal: a sentence on the reader's own seat, and the three seats."""

    sentence: str
    seats: tuple[SeatComparison, ...]


def comparison(then: ReviewedDeal, now: ReviewedDeal) -> Comparison:
    """Compare a finished replay, which only its player sees, with the finished deal that it repeats."""
    assert now.viewer is not None, "a replay is seen by its player"
    changes = [after.total - before.total for before, after in zip(score(then.end), score(now.end), strict=True)]
    seats = tuple(map(SeatComparison, zip(_outcomes(then), _outcomes(now), strict=True), map(signed, changes)))
    return Comparison(_sentence(seats[now.viewer], changes[now.viewer]), seats)


def _outcomes(deal: ReviewedDeal) -> list[Outcome]:
    return [
        Outcome(
            name=deal.names.label(player),
            is_declarer=player == deal.end.declarer,
            tricks=f"{line.side_tricks}/{line.contract}",
            points=signed(line.total),
            tone=tone(line.total),
        )
        for player, line in enumerate(score(deal.end))
    ]


def _sentence(own: SeatComparison, change: int) -> str:
    then, now = own.outcomes
    facts = {"now": now.points, "then": then.points, "count": plain(abs(change))}
    if not change:
        return _("You scored %(now)s, as this seat did then.") % facts
    better = ngettext(
        "You scored %(now)s and this seat %(then)s then: %(count)s point more.",
        "You scored %(now)s and this seat %(then)s then: %(count)s points more.",
        abs(change),
    )
    worse = ngettext(
        "You scored %(now)s and this seat %(then)s then: %(count)s point less.",
        "You scored %(now)s and this seat %(then)s then: %(count)s points less.",
        abs(change),
    )
    return (better if change > 0 else worse) % facts
