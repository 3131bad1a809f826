"""Hints on request, in games with bots only."""

from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import rate_limits
from accounts.views import too_many_requests
from games.components.context import TableContext
from games.learning.hints import hint as hint_for
from games.presenters import error_messages
from games.views.shortcuts import by_htmx, find, present_player, snapshot_for


@never_cache
@require_safe
def hint(request: HttpRequest, code: str) -> HttpResponse:
    """Show the player's legal choices, needs and a suggestion; redirect to the table if it is not their turn."""
    present_player(code, request)
    page = TableContext(snapshot_for(find(code), request))
    if not page.is_alone_with_bots:
        raise PermissionDenied(_("Hints are for games against bots."))
    whole = not by_htmx(request)
    if not rate_limits.is_within_limit(request, "hint"):
        sentence = error_messages.too_fast()
        fragment = HttpResponse(escape(sentence), status=HTTPStatus.TOO_MANY_REQUESTS)
        return too_many_requests(request, PermissionDenied(sentence)) if whole else fragment
    view = page.view
    found = hint_for(view, page.names) if view and page.prompt else None
    if found is None:
        return HttpResponseRedirect(reverse("games:table", args=[code]))
    template = "games/hint.html" if whole else "games/_hint.html"
    return render(request, template, {"hint": found, "code": code})
