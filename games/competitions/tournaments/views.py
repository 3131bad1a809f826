"""Pages of tournaments: the public page, entering, announcing and directing."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.base.pages import form_status
from accounts.base.rate_limits import check_limit, name_of_address
from accounts.base.refusals import Refusal
from accounts.models import User
from accounts.site_config.errors import ActionDenied
from games.competitions.tournaments import queries, round_page, services, status as status_now
from games.competitions.tournaments.announce_form import TournamentForm
from games.competitions.tournaments.direct_forms import DIRECTIONS
from games.competitions.tournaments.direct_page import Possible, direct_page
from games.competitions.tournaments.direction import may_direct
from games.competitions.tournaments.page import tournament_page
from games.competitions.tournaments.services import Plan
from games.models import Club, Tournament
from games.play.modes import access
from games.web.shortcuts import by_htmx, number_in, player_or_guest, signed_in


def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """Show a tournament, or its round in `?round=`; for htmx, which polls it, only the parts that change, or 204 if
    nothing has.
    """
    shown = by_code(request, code)
    if "round" in request.GET:
        return _of_round(request, shown, request.GET["round"])
    if by_htmx(request) and "version" in request.GET:
        status = status_now.status_of(shown, request.user, timezone.now())
        if request.GET["version"] == status_now.version_of(shown, status):
            return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return _page(request, shown)


def enter(request: HttpRequest, code: str) -> HttpResponse:
    """Enter a tournament. A visitor who may enter first becomes a guest, with the name given."""
    shown = by_code(request, code)
    try:
        services.check_takes(shown, request.user)
        player_or_guest(request, request.POST.get("name"))
    except Refusal as refusal:
        return _page(request, shown, refusal.sentence(), refusal.status)
    return _change(request, code, partial(services.enter, address=name_of_address(request)))


def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw the entry."""
    return _change(request, code, services.withdraw)


def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave a running tournament: a bot plays on."""
    return _change(request, code, services.leave)


def check_in(request: HttpRequest, code: str) -> HttpResponse:
    """Check in."""
    return _change(request, code, services.check_in)


def _change(request: HttpRequest, code: str, change: Callable[[str, User], object]) -> HttpResponse:
    """Change the entry of the visitor, who signs in first."""
    shown = by_code(request, code)
    if not isinstance(request.user, User):
        return redirect_to_login(reverse("games:tournament", args=[code]))
    check_limit(request, "enter_tournament")
    try:
        change(code, request.user)
    except Refusal as refusal:
        return _page(request, shown, refusal.sentence(), refusal.status)
    return redirect("games:tournament", code)


def _page(request: HttpRequest, shown: Tournament, notice: str = "", status: int = 200) -> HttpResponse:
    page = tournament_page(shown, request.user, timezone.now())
    template = "competitions/tournaments/_live.html" if by_htmx(request) else "competitions/tournaments/tournament.html"
    context = {"page": page, "tournament": shown, "notice": notice, "is_part": by_htmx(request)}
    return render(request, template, context, status=status)


def _of_round(request: HttpRequest, shown: Tournament, number: str) -> HttpResponse:
    """Show the results of a round that has ended."""
    asked = number_in(number)
    ended = None if asked is None else round_page.of_number(shown, asked)
    if ended is None:
        raise Http404(_("This round has not ended."))
    context = {"tournament": shown, "number": ended.number, "boards": round_page.round_results(shown, ended)}
    return render(request, "competitions/tournaments/round.html", context)


def by_code(request: HttpRequest, code: str) -> Tournament:
    """Return the tournament at this address; 404 if there is none, or none that the visitor may see: with the same
    words, so that nobody learns of a private club.
    """
    known = queries.by_code(code)
    if known is None or not access.may_see_tournament(known, request.user):
        raise Http404(_no_tournament(request))
    return known


def _no_tournament(request: HttpRequest) -> str:
    """Return what a visitor reads where no tournament is shown to them."""
    none = _("No tournament is shown to you at this address.")
    if isinstance(request.user, User):
        way = _("If it is one of a private club, ask whoever sent you the link to invite you to the club.")
    else:
        way = _("If it is one of a private club, sign in as one of its members.")
    return f"{none} {way}"


@login_required
def direct(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page to the host and to staff who direct tournaments, or do what one of its forms says."""
    tournament = by_code(request, code)
    if not may_direct(tournament, signed_in(request)):
        raise PermissionDenied(_("Only its host directs a tournament."))
    return _direct(request, tournament) if request.method == "POST" else _direct_page(request, tournament)


def _direct(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    code = request.POST.get("do", "")
    action = DIRECTIONS.get(code)
    if action is None:
        return _direct_page(request, tournament, _("This page has no such action."), status=HTTPStatus.BAD_REQUEST)
    form = action.form(tournament, request.POST, auto_id=f"{code}_%s")
    bound = Possible(code, action, form)
    if not form.is_valid():
        return _direct_page(request, tournament, _("Something is missing in this form."), bound, HTTPStatus.BAD_REQUEST)
    try:
        action.do(tournament, by=signed_in(request), **form.cleaned_data)
    except ActionDenied as denied:
        return _direct_page(request, tournament, denied.sentence(), bound, denied.status)
    return redirect("games:direct_tournament", tournament.code)


def _direct_page(
    request: HttpRequest,
    tournament: Tournament,
    notice: str = "",
    bound: Possible | None = None,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    template = (
        "competitions/tournaments/_direct_live.html" if by_htmx(request) else "competitions/tournaments/direct.html"
    )
    context = {"tournament": tournament, "page": direct_page(tournament, bound), "notice": notice}
    return render(request, template, context, status=status)


@login_required
def announce(request: HttpRequest) -> HttpResponse:
    """Announce a tournament for everybody, as staff who host tournaments."""
    user = signed_in(request)
    if not services.may_announce(user):
        raise PermissionDenied(_("Only tournament hosts announce tournaments for everybody."))
    return announce_by(request, lambda plan: services.announce(plan, by=user))


def announce_by(
    request: HttpRequest, announce_plan: Callable[[Plan], Tournament], club: Club | None = None
) -> HttpResponse:
    """Show the form, or announce the tournament and redirect to its page."""
    initial = {"name": club.name, "preset": club.preset} if club else {}
    form = TournamentForm(request.POST if request.method == "POST" else None, initial=initial)
    if not form.is_valid():
        return _form_page(request, form, club, form_status(form))
    check_limit(request, "announce_tournament")
    try:
        announced = announce_plan(form.plan())
    except Refusal as refusal:
        form.add_error(None, refusal.sentence())
        return _form_page(request, form, club, refusal.status)
    return redirect("games:tournament", announced.code)


def _form_page(request: HttpRequest, form: TournamentForm, club: Club | None, status: int) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "club": club}
    return render(request, "competitions/tournaments/new.html", context, status=status)
