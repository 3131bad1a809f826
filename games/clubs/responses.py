"""Answers that the views of clubs share: the page of a club, whole or with a sentence that refuses something.

For outsiders a private club answers like an address that does not exist.
"""

from collections.abc import Callable
from datetime import time
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.base.rate_limits import check_limit
from accounts.base.refusals import Refusal
from accounts.base.time_zones import current_key
from accounts.services import AccountDeleted
from games.clubs import queries
from games.clubs.errors import RemovedFromClub
from games.clubs.forms import ClubForm, SeriesForm, TrioForm
from games.clubs.page import club_page, trio_page
from games.models import Club, ClubMember
from games.web.fields import check_valid
from games.web.shortcuts import signed_in

P = ParamSpec("P")
MemberView = Callable[Concatenate[HttpRequest, ClubMember, P], HttpResponse]

NO_CLUB: Final = gettext_lazy("There is no club at this address.")


def for_members(view: MemberView[P]) -> Callable[..., HttpResponse]:
    """Decorate a view for people with a membership: it gets the visitor's row, and everybody else gets a 404."""

    @login_required
    @wraps(view)
    def wrapper(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        club = queries.by_code(code)
        member = queries.membership(club, request.user) if club else None
        if club is None or member is None:
            raise Http404(str(NO_CLUB))
        member.club = club
        return view(request, member, *args, **kwargs)

    return wrapper


def public_page(request: HttpRequest, shown: Club, notice: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    """Show a public club to an outsider."""
    page = club_page(shown, None, request.user)
    asked = queries.has_asked(shown, request.user)
    removed = queries.was_removed(shown, request.user)
    context = {"page": page, "club": shown, "notice": notice or (RemovedFromClub.message if removed else "")}
    context |= {"has_asked": asked, "was_removed": removed}
    return render(request, "clubs/public.html", context, status=status)


def members_page(
    request: HttpRequest, member: ClubMember, notice: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    club = member.club
    reader = signed_in(request)
    page = trio_page(member, reader) if club.is_trio else club_page(club, member, reader)
    context: dict[str, Any] = {"page": page, "club": club, "member": member, "notice": notice}
    if member.belongs:
        context["link"] = request.build_absolute_uri(reverse("games:join_club", args=[club.link])) if club.link else ""
    if member.is_officer:
        initial = {"name": club.name, "text": club.text, "public": club.public, "preset": club.preset}
        context["form"] = form_of(club)(initial=initial)
        context["series_form"] = SeriesForm(initial=_series_now(club), auto_id="series_%s")
    return render(request, "clubs/trio.html" if club.is_trio else "clubs/club.html", context, status=status)


def _series_now(club: Club) -> dict[str, Any]:
    """Return the values of the form for the evenings of a club."""
    series = queries.series_of(club)
    if series is None:
        return {"weekday": 3, "at": time(20), "time_zone": current_key()}
    return {name: getattr(series, name) for name in SeriesForm.base_fields}


def form_of(club: Club) -> type[TrioForm]:
    """Return the form with which officers change it."""
    return TrioForm if club.is_trio else ClubForm


def do(
    request: HttpRequest, member: ClubMember, change: Callable[[], object], done: object = "", form: Form | None = None
) -> HttpResponse:
    """Do something in a club, if the form is valid: return the page with the refusal, or the response of `change`; if
    that is None, a redirect to the club. `done` is a sentence for the next page.
    """
    try:
        if form:
            check_valid(form)
        check_limit(request, "club")
        answer = change()
    except AccountDeleted:
        raise Http404(str(NO_CLUB)) from None
    except Refusal as refusal:
        return members_page(request, member, refusal.sentence(), refusal.status)
    if done:
        messages.success(request, str(done))
    return answer if isinstance(answer, HttpResponse) else redirect("games:club", member.club.code)


def public_club(code: str) -> Club:
    """Return the public club at this address, or raise 404."""
    shown = queries.by_code(code)
    if shown is None or not shown.is_shown:
        raise Http404(str(NO_CLUB))
    return shown
