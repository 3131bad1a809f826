"""Pages and forms of clubs. Who does not belong to a private one gets the answer of an address that is not there."""

from collections.abc import Callable
from datetime import time
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.names import isolated
from accounts.base.pages import too_many_requests
from accounts.base.rate_limits import is_within_limit
from accounts.models import User
from accounts.names.services import NameRefused
from accounts.services import AccountDeleted
from accounts.signing_in import guests
from games.clubs import calendar_file, moderation, queries, series as evenings, services
from games.clubs.forms import ClubForm, NameForm, ReportForm, SeriesForm, TrioForm, VisitorForm
from games.clubs.page import club_page, trio_page
from games.models import Club, ClubMember, Game
from games.play.errors import Refusal
from games.web.shortcuts import find, signed_in, status_of
from games.words import errors as error_messages

P = ParamSpec("P")
MemberView = Callable[Concatenate[HttpRequest, ClubMember, P], HttpResponse]

NO_CLUB: Final = gettext_lazy("There is no club at this address.")


@login_required
def clubs(request: HttpRequest, notice: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    """List the visitor's clubs, and those that invite them."""
    context = {"clubs": queries.clubs_of(signed_in(request)), "public": queries.public_clubs(), "notice": notice}
    return render(request, "clubs/clubs.html", context, status=status)


@login_required
def new_trio(request: HttpRequest) -> HttpResponse:
    """Begin a standing trio."""
    if not is_within_limit(request, "new_club"):
        return clubs(request, error_messages.too_fast(), HTTPStatus.TOO_MANY_REQUESTS)
    try:
        trio = services.create_trio(signed_in(request))
    except Refusal as refusal:
        return clubs(request, error_messages.sentence(refusal), status_of(refusal))
    return redirect("games:club", trio.code)


@login_required
def new_club(request: HttpRequest) -> HttpResponse:
    """Begin a club."""
    form = ClubForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _new_page(request, form, HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK)
    if not is_within_limit(request, "new_club"):
        return too_many_requests(request, error_messages.too_fast())
    chosen = {name: form.cleaned_data[name] for name in ("name", "text", "public")}
    try:
        begun = services.create_club(signed_in(request), **chosen)
    except Refusal as refusal:
        form.add_error(None, error_messages.sentence(refusal))
        return _new_page(request, form, status_of(refusal))
    return redirect("games:club", begun.code)


def _new_page(request: HttpRequest, form: ClubForm, status: int) -> HttpResponse:
    del form.fields["preset"]
    return render(request, "clubs/new.html", {"form": form}, status=status)


@login_required
def keep_trio(request: HttpRequest, code: str) -> HttpResponse:
    """Keep those who have played a game as a standing trio; to its page."""
    if not is_within_limit(request, "new_club"):
        return too_many_requests(request, error_messages.too_fast())
    find(code)
    try:
        trio = services.keep_trio(code, signed_in(request))
    except Refusal as refusal:
        return clubs(request, error_messages.sentence(refusal), status_of(refusal))
    return redirect("games:club", trio.code)


def for_members(view: MemberView[P]) -> Callable[..., HttpResponse]:
    """Decorate a view to get what the visitor is to the club of the address, and to be a 404 for everybody else."""

    @login_required
    @wraps(view)
    def wrapper(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        club = queries.by_code(code)
        member = queries.membership(club, request.user) if club else None
        if club is None or member is None:
            raise Http404(NO_CLUB)
        member.club = club
        return view(request, member, *args, **kwargs)

    return wrapper


def club(request: HttpRequest, code: str) -> HttpResponse:
    """Show a club to its members and to who is invited, and a public one to everybody."""
    shown = queries.by_code(code)
    if shown is not None and shown.is_shown and queries.membership(shown, request.user) is None:
        return _public_page(request, shown)
    return _members_page(request, code)


@for_members
def _members_page(request: HttpRequest, member: ClubMember) -> HttpResponse:
    return _page(request, member)


def _public_page(request: HttpRequest, shown: Club, notice: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    page = club_page(shown, None)
    asked = queries.has_asked(shown, request.user)
    context = {"page": page, "club": shown, "notice": notice, "has_asked": asked}
    return render(request, "clubs/public.html", context, status=status)


def _page(request: HttpRequest, member: ClubMember, notice: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    club = member.club
    page = trio_page(member, signed_in(request)) if club.is_trio else club_page(club, member)
    context: dict[str, Any] = {"page": page, "club": club, "member": member, "notice": notice}
    if member.belongs:
        context["link"] = request.build_absolute_uri(reverse("games:join_club", args=[club.link])) if club.link else ""
    if member.is_officer:
        initial = {"name": club.name, "text": club.text, "public": club.public, "preset": club.preset}
        context["form"] = _form_of(club)(initial=initial)
        context["series_form"] = SeriesForm(initial=_series_now(club), auto_id="series_%s")
    return render(request, "clubs/trio.html" if club.is_trio else "clubs/club.html", context, status=status)


def _series_now(club: Club) -> dict[str, Any]:
    """Return the values of the form for the evenings of a club."""
    series = queries.series_of(club)
    if series is None:
        return {"weekday": 3, "at": time(20), "time_zone": timezone.get_current_timezone_name()}
    return {name: getattr(series, name) for name in SeriesForm.base_fields}


def _form_of(club: Club) -> type[TrioForm]:
    return TrioForm if club.is_trio else ClubForm


def _change(
    request: HttpRequest, member: ClubMember, change: Callable[[], object], done: object = ""
) -> HttpResponse | None:
    """Do something in a club; return the page that refuses it, or None. `done` is a sentence for the next page."""
    if not is_within_limit(request, "club"):
        return _page(request, member, error_messages.too_fast(), HTTPStatus.TOO_MANY_REQUESTS)
    try:
        change()
    except AccountDeleted:
        raise Http404(NO_CLUB) from None
    except Refusal as refusal:
        return _page(request, member, error_messages.sentence(refusal), status_of(refusal))
    if done:
        messages.success(request, str(done))
    return None


@for_members
def accept(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Join, if invited."""
    refused = _change(request, member, lambda: services.accept(member.club, signed_in(request)))
    return refused or redirect("games:club", member.club.code)


@for_members
def leave(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Leave, or decline."""
    refused = _change(request, member, lambda: services.leave(member.club, signed_in(request)))
    return refused or redirect("games:clubs")


@for_members
def start(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Open a table, to which the others are invited, or go to the one that waits."""
    if not is_within_limit(request, "open_game"):
        return _page(request, member, error_messages.too_many_tables(), HTTPStatus.TOO_MANY_REQUESTS)
    opened: list[Game] = []
    refused = _change(request, member, lambda: opened.append(services.start(member.club, signed_in(request))))
    return refused or redirect("games:table", opened[0].code)


@for_members
def invite(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Invite a player by name."""
    form = NameForm(request.POST)
    if not form.is_valid():
        return _page(request, member, str(form.errors["name"][0]), HTTPStatus.BAD_REQUEST)
    name, by = form.cleaned_data["name"], signed_in(request)
    words = _("%(name)s is invited.") % {"name": isolated(name)}
    refused = _change(request, member, lambda: services.invite(member.club, by=by, name=name), words)
    return refused or redirect("games:club", member.club.code)


OFFICERS_ACTS: Final = {
    "admit": services.admit,
    "remove": services.remove,
    "make-officer": services.make_officer,
    "unmake-officer": services.unmake_officer,
}
"""What an officer does with somebody else."""


@for_members
def act_on(request: HttpRequest, member: ClubMember, act: str) -> HttpResponse:
    """Do one of `OFFICERS_ACTS` with the player of this name."""
    name, by = request.POST.get("name", ""), signed_in(request)
    refused = _change(request, member, lambda: OFFICERS_ACTS[act](member.club, by=by, name=name))
    return refused or redirect("games:club", member.club.code)


@for_members
def change(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Change what the club says of itself, and the rules with which tables begin."""
    form, by = _form_of(member.club)(request.POST), signed_in(request)
    if not form.is_valid():
        return _page(request, member, str(next(iter(form.errors.values()))[0]), HTTPStatus.BAD_REQUEST)
    refused = _change(request, member, lambda: services.change(member.club, by=by, **form.cleaned_data), _("Saved."))
    return refused or redirect("games:club", member.club.code)


@for_members
def change_series(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Choose when the club meets each week, or end that."""
    by = signed_in(request)
    if request.POST.get("end"):
        refused = _change(request, member, lambda: evenings.end(member.club, by=by))
        return refused or redirect("games:club", member.club.code)
    form = SeriesForm(request.POST)
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        return _page(request, member, f"{form[name].label}: {errors[0]}", HTTPStatus.BAD_REQUEST)
    refused = _change(request, member, lambda: evenings.choose(member.club, by=by, choice=form.choice()), _("Saved."))
    return refused or redirect("games:club", member.club.code)


@for_members
def calendar(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Download the evenings of the club for a calendar."""
    series = queries.series_of(member.club)
    if series is None or not member.belongs:
        raise Http404(NO_CLUB)
    address = request.build_absolute_uri(reverse("games:club", args=[member.club.code]))
    headers = {"Content-Disposition": f'attachment; filename="{member.club.code}.ics"'}
    file = calendar_file.of_series(series, address, request.get_host())
    return HttpResponse(file, content_type="text/calendar; charset=utf-8", headers=headers)


@for_members
def change_link(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Replace the link for invitations, or let nobody join by it any more."""
    act = services.close_link if request.POST.get("close") else services.renew_link
    refused = _change(request, member, lambda: act(member.club, by=signed_in(request)))
    return refused or redirect("games:club", member.club.code)


@login_required
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Ask to join a public club."""
    shown = _public(code)
    if not is_within_limit(request, "club"):
        return _public_page(request, shown, error_messages.too_fast(), HTTPStatus.TOO_MANY_REQUESTS)
    try:
        services.ask(shown, signed_in(request))
    except Refusal as refusal:
        return _public_page(request, shown, error_messages.sentence(refusal), status_of(refusal))
    return redirect("games:club", code)


@login_required
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Take the request to join back."""
    shown = _public(code)
    if queries.has_asked(shown, request.user):
        services.leave(shown, signed_in(request))
    return redirect("games:club", code)


@login_required
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report a club's name or text to the staff."""
    shown = queries.by_code(code)
    if shown is None or not (shown.is_shown or queries.membership(shown, request.user)):
        raise Http404(NO_CLUB)
    form = ReportForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"club": shown, "form": form}
    if not form.is_valid():
        status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
        return render(request, "clubs/report.html", context, status=status)
    if not is_within_limit(request, "report"):
        return too_many_requests(request, error_messages.too_fast())
    moderation.report(shown, reporter=signed_in(request), text=form.cleaned_data["text"])
    return render(request, "clubs/report.html", {**context, "sent": True})


def _public(code: str) -> Club:
    """Return the public club at this address, or raise 404."""
    shown = queries.by_code(code)
    if shown is None or not shown.is_shown:
        raise Http404(NO_CLUB)
    return shown


def join(request: HttpRequest, link: str) -> HttpResponse:
    """Show who invites by this link, and let somebody join. A visitor becomes a guest first."""
    shown = queries.by_link(link)
    if shown is None or shown.hidden_reason:
        raise Http404(NO_CLUB)
    member = queries.membership(shown, request.user)
    if member is not None and member.belongs:
        return redirect("games:club", shown.code)
    form = VisitorForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _join_page(request, shown, form, HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK)
    try:
        user = guests.ensure_player(request, form.cleaned_data["visitor"] or _("Guest"))
    except (NameRefused, guests.TooManyGuests) as refusal:
        form.add_error("visitor", str(refusal))
        return _join_page(request, shown, form, status_of(refusal))
    return _join(request, shown, form, user)


def _join(request: HttpRequest, shown: Club, form: VisitorForm, user: User) -> HttpResponse:
    if not is_within_limit(request, "club"):
        return too_many_requests(request, error_messages.too_fast())
    try:
        joined = services.join_by_link(str(shown.link), user)
    except Club.DoesNotExist:
        raise Http404(NO_CLUB) from None
    except Refusal as refusal:
        form.add_error(None, error_messages.sentence(refusal))
        return _join_page(request, shown, form, status_of(refusal))
    return redirect("games:club", joined.code)


def _join_page(request: HttpRequest, shown: Club, form: VisitorForm, status: int) -> HttpResponse:
    members = [member for member in queries.members_of(shown) if member.belongs]
    named = members if shown.is_trio else [member for member in members if member.is_officer]
    context = {"club": shown, "name": queries.name_of(shown, members), "members": named, "form": form}
    return render(request, "clubs/join.html", context, status=status)
