"""Actions of a running game's players besides moves: giving up, bots that sit in, proposals and rematches."""

from http import HTTPStatus

from allauth.core import ratelimit
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from games.forms import actions
from games.forms.tables import ProposalForm, SeatForm
from games.lobby import tables
from games.lobby.tables import TooManyGames
from games.play import proposals
from games.play.errors import NotPossible
from games.presenters import error_messages
from games.views.responses import attempt, table_now
from games.views.shortcuts import by_htmx, present_player, signed_in


def end(request: HttpRequest, code: str) -> HttpResponse:
    """Give up the game: a bot plays on for the player, or the game ends if no other person plays."""
    player, told = present_player(code, request), "others" in request.POST
    return attempt(request, code, lambda: proposals.give_up(code=code, player=player, leaves_others=told))


def call_bot(request: HttpRequest, code: str) -> HttpResponse:
    """Let a bot sit in for a player who has been away too long."""
    present_player(code, request)
    form = SeatForm(request.POST)
    return attempt(request, code, lambda: proposals.call_bot(code=code, **form.cleaned_data), form)


def take_seat(request: HttpRequest, code: str) -> HttpResponse:
    """Take the player's seat back from the bot that sits in."""
    player = present_player(code, request)
    return attempt(request, code, lambda: proposals.take_seat(code=code, player=player))


def propose(request: HttpRequest, code: str) -> HttpResponse:
    """Propose to take the last move back, or to end the game."""
    player = present_player(code, request)
    form = ProposalForm(request.POST)
    return attempt(request, code, lambda: proposals.propose(code=code, player=player, **form.cleaned_data), form)


def reply(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to the proposal, or refuse it."""
    player = present_player(code, request)
    fields = actions.fields_of(request.POST)

    def answer() -> None:
        agree, version = actions.agrees(fields), actions.version(fields)
        proposals.answer(code=code, player=player, version=version, agree=agree)

    return attempt(request, code, answer)


def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Open a rematch, or go to the one that another player has opened."""
    present_player(code, request)
    player = signed_in(request)
    if not ratelimit.consume(request, action="open_game", user=player):
        return table_now(request, code, error_messages.too_many_tables(), HTTPStatus.TOO_MANY_REQUESTS)
    try:
        game = tables.rematch(code=code, user=player)
    except (NotPossible, TooManyGames) as refusal:
        return table_now(request, code, error_messages.sentence(refusal), HTTPStatus.CONFLICT)
    address = reverse("games:table", args=[game.code])
    if by_htmx(request):
        return HttpResponseClientRedirect(address)
    return HttpResponseRedirect(address)
