"""The page on which a host announces a tournament for everybody, and what clubs' page for their own shares with it."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.base.pages import form_status, too_many_requests
from accounts.base.rate_limits import is_within_limit
from accounts.base.refusals import Refusal
from games.competitions.tournaments import services
from games.competitions.tournaments.announce_form import TournamentForm
from games.competitions.tournaments.services import Plan
from games.models import Club, Tournament
from games.web.shortcuts import signed_in, status_of
from games.words import errors as error_messages


@login_required
def announce(request: HttpRequest) -> HttpResponse:
    """Announce a tournament for everybody, which staff who host tournaments may."""
    user = signed_in(request)
    if not services.may_announce(user):
        raise PermissionDenied(_("Only tournament hosts announce tournaments for everybody."))
    return announce_by(request, lambda plan: services.announce(plan, by=user))


def announce_by(
    request: HttpRequest, announce_plan: Callable[[Plan], Tournament], club: Club | None = None
) -> HttpResponse:
    """Show the form, or announce what it says and go to the page of the tournament."""
    initial = {"name": club.name, "preset": club.preset} if club else {}
    form = TournamentForm(request.POST if request.method == "POST" else None, initial=initial)
    if not form.is_valid():
        return _page(request, form, club, form_status(form))
    if not is_within_limit(request, "announce_tournament"):
        return too_many_requests(request, error_messages.too_fast())
    try:
        announced = announce_plan(form.plan())
    except Refusal as refusal:
        form.add_error(None, error_messages.sentence(refusal))
        return _page(request, form, club, status_of(refusal))
    return redirect("games:tournament", announced.code)


def _page(request: HttpRequest, form: TournamentForm, club: Club | None, status: int) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "club": club}
    return render(request, "tournaments/new.html", context, status=status)
