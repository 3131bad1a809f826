"""Pages that teach: the first deal, an interactive lesson, and hints in games with bots only.

The learner's step is stored only in the URL and in the forms.
"""

from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django_htmx.http import push_url

from accounts.base import rate_limits
from accounts.base.pages import too_many_requests
from games.components.context import TableContext
from games.components.picture import felt
from games.engine import IllegalAction
from games.learning.first_deal import WrongLessonMove, check_move, table_at
from games.learning.hints import hint as hint_for
from games.learning.steps import LAST, STEPS, YOU
from games.play import game_rows, queries as table_queries
from games.play.errors import NotUnderstood, NumberMissing
from games.web import actions
from games.web.shortcuts import by_htmx, find, present_player
from games.words import errors as error_messages


def lesson(request: HttpRequest, number: int = 0) -> HttpResponse:
    """Show a step of the lesson."""
    if number > LAST:
        raise Http404
    return _step(request, number)


def move(request: HttpRequest, *, kind: str) -> HttpResponse:
    """Make a move of the learner: "bid", "play" or "claim".

    Respond with the next step, or with this one and a notice why the move is not accepted. A move that the page offers
    and the lesson does not ask for is an ordinary answer, and not an error of the request.
    """
    fields, number = actions.fields_of(request.POST), 0
    try:
        number = min(actions.version(fields), LAST)
        check_move(number, actions.read(kind, YOU, fields))
    except NumberMissing as refusal:
        return _step(request, number, error_messages.sentence(refusal))
    except NotUnderstood as refusal:
        return _step(request, number, error_messages.sentence(refusal), HTTPStatus.BAD_REQUEST)
    except WrongLessonMove:
        return _step(request, number, _("Allowed, but this lesson goes another way."))
    except IllegalAction as refusal:
        return _step(request, number, error_messages.sentence(refusal), HTTPStatus.CONFLICT)
    address = reverse("games:first_deal", args=[number + 1])
    if by_htmx(request):
        return push_url(_step(request, number + 1), address)
    return HttpResponseRedirect(address)


def _step(request: HttpRequest, number: int, notice: str = "", status: int = 200) -> HttpResponse:
    snapshot = table_at(number)
    context = {
        "step": STEPS[number],
        "table": felt(snapshot, get_token(request)),
        "snapshot": snapshot,
        "number": number + 1,
        "count": len(STEPS),
        "at_end": number == LAST,
        "notice": notice,
    }
    template = "learning/_first_deal.html" if by_htmx(request) else "learning/first_deal.html"
    return render(request, template, context, status=status)


def hint(request: HttpRequest, code: str) -> HttpResponse:
    """Show the player's legal choices, needs and a suggestion; redirect to the table if it is not their turn.

    The first hint of a game has to be asked for with a form, because it makes the game unrated.
    """
    player = present_player(code, request)
    game = find(code)
    page = TableContext(table_queries.full_snapshot_of(game).of(player))
    if not page.may_have_hints:
        raise PermissionDenied(_("Hints are for games against bots, and not for sets of deals."))
    is_part = by_htmx(request)
    if not rate_limits.is_within_limit(request, "hint"):
        sentence = error_messages.too_fast()
        if is_part:
            return HttpResponse(escape(sentence), status=HTTPStatus.TOO_MANY_REQUESTS)
        return too_many_requests(request, sentence)
    hint = hint_for(page.view, page.names) if page.view and page.prompt else None
    if hint is None:
        return HttpResponseRedirect(reverse("games:table", args=[code]))
    if request.method == "POST":
        game_rows.mark_hinted(game)
    elif not game.hinted:
        hint = None
    template = "learning/_hint.html" if is_part else "learning/hint.html"
    return render(request, template, {"hint": hint, "code": code, "version": page.snapshot.version})
