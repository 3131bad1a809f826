"""Forms to join, leave and invite, and the page behind an invitation link."""

from http import HTTPStatus
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.names import isolated
from accounts.base.rate_limits import check_limit
from accounts.base.refusals import Refusal
from accounts.models import User
from games.clubs import membership, queries
from games.clubs.forms import NameForm, VisitorForm
from games.clubs.responses import do, for_members, public_club, public_page
from games.models import Club, ClubMember
from games.web.shortcuts import player_or_guest, signed_in

NO_INVITATION: Final = gettext_lazy(
    "This invitation does not work any more, or its link is mistyped. Ask for a new one where you got it."
)


@for_members
def accept(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Accept an invitation."""
    return do(request, member, lambda: membership.accept(member.club, signed_in(request)))


@for_members
def leave(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Leave, or decline."""

    def go() -> HttpResponse:
        membership.leave(member.club, signed_in(request))
        return redirect("games:people")

    return do(request, member, go)


@for_members
def invite(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Invite a player by name."""
    form, by = NameForm(request.POST), signed_in(request)
    words = _("%(name)s is invited.") % {"name": isolated(request.POST.get("name", "").strip())}
    return do(request, member, lambda: membership.invite(member.club, by=by, **form.cleaned_data), words, form)


@login_required
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Ask to join a public club."""
    shown = public_club(code)
    try:
        check_limit(request, "club")
        membership.ask(shown, signed_in(request))
    except Refusal as refusal:
        return public_page(request, shown, refusal.sentence(), refusal.status)
    return redirect("games:club", code)


@login_required
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw the request to join."""
    shown = public_club(code)
    if queries.has_asked(shown, request.user):
        membership.leave(shown, signed_in(request))
    return redirect("games:club", code)


def join(request: HttpRequest, link: str) -> HttpResponse:
    """Show who invites by this link, and let somebody join. A visitor becomes a guest first."""
    shown = queries.by_link(link)
    if shown is None or shown.hidden_reason:
        raise Http404(str(NO_INVITATION))
    member = queries.membership(shown, request.user)
    if member is not None and member.belongs:
        return redirect("games:club", shown.code)
    form = VisitorForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _join_page(request, shown, form, HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK)
    try:
        user = player_or_guest(request, form.cleaned_data["visitor"])
    except Refusal as refusal:
        form.add_error("visitor", refusal.sentence())
        return _join_page(request, shown, form, refusal.status)
    return _join(request, shown, form, user)


def _join(request: HttpRequest, shown: Club, form: VisitorForm, user: User) -> HttpResponse:
    check_limit(request, "club")
    try:
        joined = membership.join_by_link(str(shown.link), user)
    except Club.DoesNotExist:
        raise Http404(str(NO_INVITATION)) from None
    except Refusal as refusal:
        form.add_error(None, refusal.sentence())
        return _join_page(request, shown, form, refusal.status)
    return redirect("games:club", joined.code)


def _join_page(request: HttpRequest, shown: Club, form: VisitorForm, status: int) -> HttpResponse:
    members = [member for member in queries.members_of(shown) if member.belongs]
    named = members if shown.is_trio else [member for member in members if member.is_officer]
    context = {"club": shown, "name": queries.name_of(shown, members), "members": named, "form": form}
    return render(request, "clubs/join.html", context, status=status)
