"""What clubs and standing trios plug into the site: their pages, the task of their evenings, and members whose account
is deleted, merged or exported.
"""

import logging
from functools import partial
from typing import Any, Final

from django.db.models import F
from django.urls import include, path
from django.utils import timezone
from django.utils.translation import ngettext

from accounts.base.outages import Attempts
from accounts.models import User
from accounts.signals import deleting, exporting, merge_offered, merging
from games.clubs import evenings, locks, membership, membership_views, officer_views, operations, roles, series, views
from games.models import BELONGING, Club, ClubEvening, ClubMember, ClubRemoval, ClubRole, ClubSeries
from games.subjects import Subject, Task
from games.web.former import leads_to
from games.web.shortcuts import form_view, page_view

_CLUB: Final = [
    path("", page_view(views.club), name="club"),
    path("start/", form_view(views.start, "games:club"), name="start_club_table"),
    path("accept/", form_view(membership_views.accept, "games:club"), name="accept_club"),
    path("leave/", form_view(membership_views.leave, "games:club"), name="leave_club"),
    path("invite/", form_view(membership_views.invite, "games:club"), name="invite_to_club"),
    path("ask/", form_view(membership_views.ask, "games:club"), name="ask_club"),
    path("withdraw/", form_view(membership_views.withdraw, "games:club"), name="withdraw_from_club"),
    path("report/", page_view(views.report, "POST"), name="report_club"),
    path("series/", form_view(officer_views.change_series, "games:club"), name="change_series"),
    path("series/end/", page_view(officer_views.call_off, "POST"), name="end_series"),
    path("evenings/<int:at>/", page_view(officer_views.call_off, "POST"), name="call_off_evening"),
    path("tournament/", page_view(officer_views.announce_tournament, "POST"), name="announce_club_tournament"),
    path("calendar.ics", page_view(views.calendar), name="club_calendar"),
    *(
        path(
            f"{act}/",
            form_view(partial(officer_views.act_on, act=act), "games:club"),
            name=f"club_{act.replace('-', '_')}",
        )
        for act in officer_views.OFFICERS_ACTS
    ),
    path("change/", form_view(officer_views.change, "games:club"), name="change_club"),
    path("link/", form_view(officer_views.change_link, "games:club"), name="change_club_link"),
]


def _find_heirs() -> int:
    """Give an heir to each club without an officer who may act; return the number of clubs."""
    return roles.find_heirs(timezone.now())


_attempts: Final = Attempts(logging.getLogger(__name__), "%s could not be served")

EVERY: Final = 60.0
"""Seconds between two checks of what is due."""


def serve() -> None:
    """Do all that is due in clubs."""
    now = timezone.now()
    coming = ClubSeries.objects.filter(next_at__lte=now + series.AHEAD).order_by("pk")
    _attempts.each(coming, lambda each: series.announce(each, now), _name)
    near = ClubEvening.objects.filter(reminded_at=None, called_off_at=None, starts_at__lte=now + evenings.SOON)
    near = near.select_related("club").order_by("pk")
    _attempts.each(near, lambda evening: evenings.remind(evening, now), _name)


def _name(row: ClubSeries | ClubEvening) -> str:
    return f"{type(row).__name__} {row.pk}"


_RANK: Final = {role: rank for rank, role in enumerate(ClubRole)}


def _lock_clubs(user: User, **_sent: Any) -> None:
    """Lock the clubs of a player until the end of the transaction. They are locked before games."""
    locks.lock_all(user.clubs.values_list("club", flat=True))


def _leave_all(user: User, **_sent: Any) -> None:
    """Let an account that is deleted leave its clubs."""
    for row in user.clubs.select_related("club").order_by("club"):
        membership.remove_from(row.club, user)
    user.club_removals.all().delete()


def _offer(guest: User, **_sent: Any) -> list[str]:
    """Return a sentence about the clubs that the user would take over; [] without any."""
    count = guest.clubs.filter(role__in=BELONGING).count()
    words = ngettext("your place in %(count)d club or trio", "your places in %(count)d clubs and trios", count)
    return [words % {"count": count}] if count else []


def _take_over(guest: User, user: User, **_sent: Any) -> None:
    """Move the guest's memberships to the user, who keeps the higher role where both belong.

    The limit of clubs for each player is ignored here, so that nothing is lost.
    """
    own = {row.club_id: row for row in user.clubs.all()}
    for row in guest.clubs.order_by("club"):
        mine = own.get(row.club_id)
        if mine is None:
            ClubMember.objects.filter(pk=row.pk).update(user=user)
        elif _RANK[ClubRole(row.role)] > _RANK[ClubRole(mine.role)]:
            ClubMember.objects.filter(pk=mine.pk).update(role=row.role, invited_by=None)
    guest.clubs.all().delete()
    _take_over_removals(guest, user)
    Club.objects.filter(founder=guest).update(founder=user)
    ClubMember.objects.filter(invited_by=guest).update(invited_by=user)
    ClubSeries.objects.filter(by=guest).update(by=user)


def _take_over_removals(guest: User, user: User) -> None:
    """Make removals of the guest from clubs apply to the user, unless the user belongs to the club."""
    known = ClubRemoval.objects.filter(user=user).values("club")
    guest.club_removals.exclude(club__in=known).exclude(club__in=user.clubs.values("club")).update(user=user)
    guest.club_removals.all().delete()


def _export(user: User, **_sent: Any) -> dict[str, Any]:
    """Return the user's clubs, as plain values by name."""
    rows = user.clubs.order_by("pk").annotate(code=F("club__code"), name=F("club__name"), kind=F("club__kind"))
    return {"clubs": list(rows.values("code", "name", "kind", "role", "since"))}


SUBJECT: Final = Subject(
    operations=[operations.router],
    addresses=[
        path("clubs/", leads_to("people", "together")),
        path("clubs/new-trio/", form_view(views.new_trio, "games:people"), name="new_trio"),
        path("clubs/new/", page_view(views.new_club, "POST"), name="new_club"),
        path("clubs/join/<str:link>/", page_view(membership_views.join, "POST"), name="join_club"),
        path("clubs/<str:code>/", include(_CLUB)),
        path("tables/<table:code>/keep/", form_view(views.keep_trio), name="keep_trio"),
    ],
    tasks=[Task("clubs", EVERY, serve)],
    daily={"heirs": _find_heirs},
    receivers=[(exporting, _export), (deleting, _leave_all), (merge_offered, _offer), (merging, _take_over)],
    lock=_lock_clubs,
)
