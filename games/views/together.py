"""What players of a running game settle among themselves: leaving, standing in, taking back, ending, playing again."""

from __future__ import annotations

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from games.forms import ProposalForm, SeatForm
from games.services import proposals, tables
from games.services.tables import NotPossible, TooManyGames
from games.views import moves, refusals
from games.views.answers import attempt, attempt_form, table_now
from games.views.finding import find, player_at
from games.views.statuses import CONFLICT, TOO_MANY_REQUESTS


@require_POST
def end(request: HttpRequest, code: str) -> HttpResponse:
    """Give the game up: alone with bots it ends, with people a bot plays on in this seat."""
    player = player_at(find(code), request)
    return attempt(request, code, lambda: proposals.give_up(code=code, player=player))


@require_POST
def call_bot(request: HttpRequest, code: str) -> HttpResponse:
    """Let a bot sit in for a player who has been away too long."""
    player_at(find(code), request)
    form = SeatForm(request.POST)
    return attempt_form(request, code, form, lambda: proposals.call_bot(code=code, player=form.cleaned_data["player"]))


@require_POST
def take_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Take the own seat back from the bot that sits in."""
    player = player_at(find(code), request)
    return attempt(request, code, lambda: proposals.take_seat(code=code, player=player))


@require_POST
def propose(request: HttpRequest, code: str) -> HttpResponse:
    """Ask the others to take the last move back, or to end the game."""
    player = player_at(find(code), request)
    form = ProposalForm(request.POST)
    return attempt_form(
        request, code, form, lambda: proposals.propose(code=code, player=player, kind=form.cleaned_data["kind"])
    )


@require_POST
def reply(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to what is proposed, or refuse it."""
    player = player_at(find(code), request)
    form = moves.AnswerForm(request.POST)

    def answer() -> None:
        agree = form.cleaned_data["accept"] == "yes"
        proposals.answer(code=code, player=player, version=form.cleaned_data["version"], agree=agree)

    return attempt_form(request, code, form, answer)


@require_POST
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Play again: whoever asks first opens the table, everyone else finds it."""
    player_at(find(code), request)
    assert isinstance(request.user, User), "login is required"
    if not ratelimit.consume(request, action="open_game", user=request.user):
        text = _("You have opened many tables just now. Try again in ten minutes.")
        return table_now(request, code, text, TOO_MANY_REQUESTS)
    try:
        game = tables.rematch(code=code, user=request.user)
    except (NotPossible, TooManyGames) as refusal:
        return table_now(request, code, refusals.sentence(refusal), CONFLICT)
    address = reverse("games:table", args=[game.code])
    if request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return HttpResponseClientRedirect(address)
    return HttpResponseRedirect(address)
