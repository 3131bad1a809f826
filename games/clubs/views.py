"""Pages of clubs: creating one, the club itself, its evenings as a calendar file, and reports."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from accounts.base.rate_limits import check_limit
from accounts.base.refusals import Refusal
from games.clubs import moderation, queries, series as evening_series, services
from games.clubs.forms import ClubForm, ReportForm
from games.clubs.responses import NO_CLUB, do, for_members, members_page, public_page
from games.models import ClubMember
from games.people.views import people
from games.web import calendar_files
from games.web.shortcuts import check_opens_table, find, signed_in


@login_required
def new_trio(request: HttpRequest) -> HttpResponse:
    """Begin a standing trio."""
    try:
        check_limit(request, "new_club")
        trio = services.create_trio(signed_in(request))
    except Refusal as refusal:
        return people(request, refusal.sentence(), refusal.status)
    return redirect("games:club", trio.code)


@login_required
def new_club(request: HttpRequest) -> HttpResponse:
    """Begin a club."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _new_page(request, form, HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK)
    check_limit(request, "new_club")
    chosen = {name: form.cleaned_data[name] for name in ("name", "text", "public")}
    try:
        begun = services.create_club(signed_in(request), **chosen)
    except Refusal as refusal:
        form.add_error(None, refusal.sentence())
        return _new_page(request, form, refusal.status)
    return redirect("games:club", begun.code)


def _new_page(request: HttpRequest, form: ClubForm, status: int) -> HttpResponse:
    del form.fields["preset"]
    return render(request, "clubs/new.html", {"form": form}, status=status)


@login_required
def keep_trio(request: HttpRequest, code: str) -> HttpResponse:
    """Keep the three players of a game as a standing trio, and redirect to its page."""
    check_limit(request, "new_club")
    find(code)
    try:
        trio = services.keep_trio(code, signed_in(request))
    except Refusal as refusal:
        return people(request, refusal.sentence(), refusal.status)
    return redirect("games:club", trio.code)


def club(request: HttpRequest, code: str) -> HttpResponse:
    """Show a club to members and invited players, and a public one to everybody."""
    shown = queries.by_code(code)
    if shown is not None and shown.is_shown and queries.membership(shown, request.user) is None:
        return public_page(request, shown)
    return _members_page(request, code)


@for_members
def _members_page(request: HttpRequest, member: ClubMember) -> HttpResponse:
    return members_page(request, member)


@for_members
def start(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Open a table to which the others are invited, or redirect to one that is waiting."""

    def begin() -> HttpResponse:
        check_opens_table(request)
        return redirect("games:table", services.start(member.club, signed_in(request)).code)

    return do(request, member, begin)


@for_members
def calendar(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Download the evenings of the club for a calendar; after the end of its series, those that have taken place."""
    shown = member.club
    series, had_series = queries.series_of(shown), shown.calendar_sequence > 0
    if not (member.belongs and (series or had_series)):
        raise Http404(str(NO_CLUB))
    address, host = request.build_absolute_uri(reverse("games:club", args=[shown.code])), request.get_host()
    if series is None:
        return calendar_files.response(evening_series.past_appointments(shown, address, host), shown.code)
    return calendar_files.response([evening_series.appointment(series, address, host)], shown.code)


@login_required
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report a club's name or text to the staff."""
    shown = queries.by_code(code)
    if shown is None or not (shown.is_shown or queries.membership(shown, request.user)):
        raise Http404(str(NO_CLUB))
    form = ReportForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"club": shown, "form": form}
    if not form.is_valid():
        status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
        return render(request, "clubs/report.html", context, status=status)
    check_limit(request, "report")
    moderation.report(shown, reporter=signed_in(request), text=form.cleaned_data["text"])
    return render(request, "clubs/report.html", {**context, "sent": True})
