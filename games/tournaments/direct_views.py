"""The page from which the host of a tournament directs it, and its forms."""

from http import HTTPStatus

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.site_config.errors import ActionDenied
from games.models import Tournament
from games.tournaments.direct_forms import DIRECTIONS
from games.tournaments.direct_page import Possible, direct_page
from games.tournaments.direction import may_direct
from games.tournaments.views import by_code
from games.web.shortcuts import by_htmx, signed_in


@login_required
def direct(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page to the host and to staff who direct tournaments, or do what one of its forms says."""
    tournament = by_code(request, code)
    if not may_direct(tournament, signed_in(request)):
        raise PermissionDenied(_("Only its host directs a tournament."))
    return _do(request, tournament) if request.method == "POST" else _page(request, tournament)


def _do(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    code = request.POST.get("do", "")
    action = DIRECTIONS.get(code)
    if action is None:
        return _page(request, tournament, _("This page has no such action."), status=HTTPStatus.BAD_REQUEST)
    form = action.form(tournament, request.POST, auto_id=f"{code}_%s")
    bound = Possible(code, action, form)
    if not form.is_valid():
        return _page(request, tournament, _("Something is missing in this form."), bound, HTTPStatus.BAD_REQUEST)
    try:
        action.do(tournament, by=signed_in(request), **form.cleaned_data)
    except ActionDenied as denied:
        return _page(request, tournament, str(denied), bound, HTTPStatus.CONFLICT)
    return redirect("games:direct_tournament", tournament.code)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    notice: str = "",
    bound: Possible | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    template = "tournaments/_direct_live.html" if by_htmx(request) else "tournaments/direct.html"
    context = {"tournament": tournament, "page": direct_page(tournament, bound), "notice": notice}
    return render(request, template, context, status=status)
