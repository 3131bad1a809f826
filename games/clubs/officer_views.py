"""What officers do: with other members, with what the club says of itself, with its evenings and its link."""

from http import HTTPStatus
from typing import Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from games.clubs import membership, roles, series as evenings, services
from games.clubs.forms import SeriesForm
from games.clubs.responses import do, for_members, form_of, members_page
from games.models import ClubMember
from games.tournaments.announce_views import announce_by
from games.web.shortcuts import signed_in

OFFICERS_ACTS: Final = {
    "admit": membership.admit,
    "remove": membership.remove,
    "make-officer": roles.make_officer,
    "unmake-officer": roles.unmake_officer,
}
"""What an officer does with somebody else; an officer also becomes a member again."""


@for_members
def act_on(request: HttpRequest, member: ClubMember, act: str) -> HttpResponse:
    """Do one of `OFFICERS_ACTS` with the player of this name."""
    name, by, done = request.POST.get("name", ""), signed_in(request), ""
    if act == "remove" and member.club.link:
        done = _("Removed. With another account one can still join by the link: replace it if need be.")
    refused = do(request, member, lambda: OFFICERS_ACTS[act](member.club, by=by, name=name), done)
    return refused or redirect("games:club", member.club.code)


@for_members
def change(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Change what the club says of itself, and the rules with which tables begin."""
    form, by = form_of(member.club)(request.POST), signed_in(request)
    if not form.is_valid():
        return members_page(request, member, str(next(iter(form.errors.values()))[0]), HTTPStatus.BAD_REQUEST)
    refused = do(request, member, lambda: services.change(member.club, by=by, **form.cleaned_data), _("Saved."))
    return refused or redirect("games:club", member.club.code)


@for_members
def change_series(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Choose when the club meets each week, or end that."""
    by = signed_in(request)
    if request.POST.get("end"):
        refused = do(request, member, lambda: evenings.end(member.club, by=by))
        return refused or redirect("games:club", member.club.code)
    form = SeriesForm(request.POST)
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        return members_page(request, member, f"{form[name].label}: {errors[0]}", HTTPStatus.BAD_REQUEST)
    refused = do(request, member, lambda: evenings.choose(member.club, by=by, choice=form.choice()), _("Saved."))
    return refused or redirect("games:club", member.club.code)


@for_members
def change_link(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Replace the link for invitations, or let nobody join by it any more."""
    act = services.close_link if request.POST.get("close") else services.renew_link
    refused = do(request, member, lambda: act(member.club, by=signed_in(request)))
    return refused or redirect("games:club", member.club.code)


@for_members
def announce_tournament(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Announce a tournament for the members, or show the form for it."""
    if not member.is_officer or member.club.is_trio:
        raise PermissionDenied(_("Only officers of a club announce its tournaments."))
    by = signed_in(request)
    return announce_by(request, lambda plan: evenings.announce_tournament(member.club, plan, by=by), member.club)
