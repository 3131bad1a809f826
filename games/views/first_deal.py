"""The first deal, an interactive lesson. The learner's step is stored only in the URL and in the forms."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import push_url

from games.components.picture import felt
from games.engine import Action, IllegalAction, Player
from games.forms import actions
from games.learning.first_deal import LAST, STEPS, WrongLessonMove, check_move, table_at
from games.learning.fixed_deal import YOU
from games.play.errors import NotUnderstood
from games.presenters import error_messages
from games.views.shortcuts import by_htmx

FIRST: Final = 0


@never_cache
@require_safe
def lesson(request: HttpRequest, number: int = FIRST) -> HttpResponse:
    """Show a step of the lesson."""
    if number > LAST:
        raise Http404
    return _step(request, number)


@require_POST
def bid(request: HttpRequest) -> HttpResponse:
    """Make the bid of this step."""
    return _move(request, actions.bid)


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Play the card of this step."""
    return _move(request, actions.play)


@require_POST
def claim(request: HttpRequest) -> HttpResponse:
    """Make the claim of this step."""
    return _move(request, actions.claim)


def _move(request: HttpRequest, read: Callable[[Player, actions.Fields], Action]) -> HttpResponse:
    """Respond with the next step, or with this one and a notice why the move is not accepted."""
    fields, number = actions.fields_of(request.POST), FIRST
    try:
        number = min(actions.version(fields), LAST)
        check_move(number, read(YOU, fields))
    except NotUnderstood as refusal:
        return _step(request, number, error_messages.sentence(refusal), HTTPStatus.BAD_REQUEST)
    except IllegalAction as refusal:
        return _step(request, number, f"{error_messages.sentence(refusal)} {STEPS[number].task}", HTTPStatus.CONFLICT)
    except WrongLessonMove:
        sentence = _("The rules allow that, but this lesson goes another way.")
        return _step(request, number, f"{sentence} {STEPS[number].task}", HTTPStatus.CONFLICT)
    address = reverse("games:first_deal", args=[number + 1])
    if by_htmx(request):
        return push_url(_step(request, number + 1), address)
    return HttpResponseRedirect(address)


def _step(request: HttpRequest, number: int, notice: str = "", status: int = 200) -> HttpResponse:
    snapshot, token = table_at(number), get_token(request)
    context = {
        "step": STEPS[number],
        "table": felt(snapshot, token),
        "snapshot": snapshot,
        "number": number + 1,
        "count": len(STEPS),
        "at_end": number == LAST,
        "notice": notice,
    }
    whole = not by_htmx(request)
    template = "games/first_deal.html" if whole else "games/_first_deal.html"
    return render(request, template, context, status=status)
