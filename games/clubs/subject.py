"""What clubs and standing trios plug into the site: their pages, members and evenings."""

import logging
from functools import partial
from typing import Final

from django.urls import include, path
from django.utils import timezone

from accounts.base.outages import Attempts
from accounts.signals import deleting, exporting, merge_offered, merging
from games.clubs import account_receivers, evenings, membership_views, officer_views, roles, series, views
from games.models import ClubEvening, ClubSeries
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
    """Give each club without an officer who may act an heir; return to how many."""
    return roles.find_heirs(timezone.now())


_attempts: Final = Attempts(logging.getLogger(__name__), "%s could not be served")

EVERY: Final = 60.0
"""Seconds between two looks at what is due."""


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


SUBJECT: Final = Subject(
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
    receivers=[
        (exporting, account_receivers.export),
        (deleting, account_receivers.leave_all),
        (merge_offered, account_receivers.offer),
        (merging, account_receivers.take_over),
    ],
    lock=account_receivers.lock_clubs,
)
