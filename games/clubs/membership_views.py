"""Forms with which people join, leave and invite others, and the page on which a link for invitations ends."""

from http import HTTPStatus
from typing import Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.names import isolated
from accounts.base.pages import too_many_requests
from accounts.base.rate_limits import is_within_limit
from accounts.base.refusals import Refusal
from accounts.models import User
from accounts.names.services import NameRefused
from accounts.signing_in import guests
from games.clubs import membership, queries
from games.clubs.forms import NameForm, VisitorForm
from games.clubs.responses import do, for_members, members_page, public_club, public_page
from games.models import Club, ClubMember
from games.web.shortcuts import signed_in, status_of
from games.words import errors as error_messages

NO_INVITATION: Final = gettext_lazy(
    "This invitation does not work any more, or its link is mistyped. Ask for a new one where you got it."
)


@for_members
def accept(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Join, if invited."""
    refused = do(request, member, lambda: membership.accept(member.club, signed_in(request)))
    return refused or redirect("games:club", member.club.code)


@for_members
def leave(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Leave, or decline."""
    refused = do(request, member, lambda: membership.leave(member.club, signed_in(request)))
    return refused or redirect("games:people")


@for_members
def invite(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Invite a player by name."""
    form = NameForm(request.POST)
    if not form.is_valid():
        return members_page(request, member, str(form.errors["name"][0]), HTTPStatus.BAD_REQUEST)
    name, by = form.cleaned_data["name"], signed_in(request)
    words = _("%(name)s is invited.") % {"name": isolated(name)}
    refused = do(request, member, lambda: membership.invite(member.club, by=by, name=name), words)
    return refused or redirect("games:club", member.club.code)


@login_required
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Ask to join a public club."""
    shown = public_club(code)
    if not is_within_limit(request, "club"):
        return public_page(request, shown, error_messages.too_fast(), HTTPStatus.TOO_MANY_REQUESTS)
    try:
        membership.ask(shown, signed_in(request))
    except Refusal as refusal:
        return public_page(request, shown, error_messages.sentence(refusal), status_of(refusal))
    return redirect("games:club", code)


@login_required
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Take the request to join back."""
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
        user = guests.ensure_player(request, form.cleaned_data["visitor"] or _("Guest"))
    except (NameRefused, guests.TooManyGuests) as refusal:
        form.add_error("visitor", str(refusal))
        return _join_page(request, shown, form, status_of(refusal))
    return _join(request, shown, form, user)


def _join(request: HttpRequest, shown: Club, form: VisitorForm, user: User) -> HttpResponse:
    if not is_within_limit(request, "club"):
        return too_many_requests(request, error_messages.too_fast())
    try:
        joined = membership.join_by_link(str(shown.link), user)
    except Club.DoesNotExist:
        raise Http404(str(NO_INVITATION)) from None
    except Refusal as refusal:
        form.add_error(None, error_messages.sentence(refusal))
        return _join_page(request, shown, form, status_of(refusal))
    return redirect("games:club", joined.code)


def _join_page(request: HttpRequest, shown: Club, form: VisitorForm, status: int) -> HttpResponse:
    members = [member for member in queries.members_of(shown) if member.belongs]
    named = members if shown.is_trio else [member for member in members if member.is_officer]
    context = {"club": shown, "name": queries.name_of(shown, members), "members": named, "form": form}
    return render(request, "clubs/join.html", context, status=status)
