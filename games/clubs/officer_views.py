"""Views for officers: other members, the club's name and text, its evenings and its link."""

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.clubs import evenings, membership, roles, series, services
from games.clubs.forms import CallOffForm, SeriesForm
from games.clubs.responses import do, for_members, form_of, members_page
from games.competitions.tournaments.views import announce_by
from games.models import ClubMember
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
    """Apply one of `OFFICERS_ACTS` to the player of this name."""
    name, by, done = request.POST.get("name", ""), signed_in(request), ""
    if act == "remove" and member.club.link:
        done = _("Removed. They could still join by the link with another account: replace the link if you need to.")
    return do(request, member, lambda: OFFICERS_ACTS[act](member.club, by=by, name=name), done)


@for_members
def change(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Change the club's name and text, and the rules with which its tables begin."""
    form, by = form_of(member.club)(request.POST), signed_in(request)
    return do(request, member, lambda: services.change(member.club, by=by, **form.cleaned_data), _("Saved."), form)


@for_members
def change_series(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Choose when the club meets each week."""
    by = signed_in(request)
    form = SeriesForm(request.POST)
    if not form.is_valid():
        name, errors = next(iter(form.errors.items()))
        return members_page(request, member, f"{form[name].label}: {errors[0]}", HTTPStatus.BAD_REQUEST)

    def choose() -> None:
        moved = series.choose(member.club, by=by, choice=form.choice())
        also = _("Saved. The evening that was announced is changed too, and the members are notified.")
        messages.success(request, also if moved else _("Saved."))

    return do(request, member, choose)


@for_members
def call_off(request: HttpRequest, member: ClubMember, at: int | None = None) -> HttpResponse:
    """Call off the evening that begins at this Unix time, or end the series; before, ask for the reason."""
    if not member.is_officer or member.club.is_trio:
        raise PermissionDenied(_("Only officers of a club call its evenings off."))
    moment = None if at is None else datetime.fromtimestamp(at, UTC)
    form = CallOffForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        context = {"club": member.club, "at": moment, "form": form}
        status = HTTPStatus.BAD_REQUEST if form.is_bound else HTTPStatus.OK
        return render(request, "clubs/call_off.html", context, status=status)
    acts: dict[str, Any] = {"by": signed_in(request), "reason": form.cleaned_data["reason"]}
    if moment is None:
        return do(request, member, lambda: series.end(member.club, **acts), _("The series has ended."))
    done = _("Called off. The members are notified.")
    return do(request, member, lambda: evenings.call_off(member.club, at=moment, **acts), done)


@for_members
def change_link(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Replace the invitation link, or switch it off."""
    is_off = bool(request.POST.get("close"))
    return do(request, member, lambda: services.change_link(member.club, by=signed_in(request), is_off=is_off))


@for_members
def announce_tournament(request: HttpRequest, member: ClubMember) -> HttpResponse:
    """Announce a tournament for the members, or show the form for it."""
    if not member.is_officer or member.club.is_trio:
        raise PermissionDenied(_("Only officers of a club announce its tournaments."))
    by = signed_in(request)
    return announce_by(request, lambda plan: evenings.announce_tournament(member.club, plan, by=by), member.club)
