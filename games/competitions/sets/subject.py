"""What sets of deals plug into the site: the deal of the day, the eight, challenges, their files and ladders."""

from datetime import UTC, timedelta
from typing import Final

from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import include, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.signals import exporting, merge_offered, merging
from games.competitions.sets import (
    account_receivers,
    challenge_views,
    closing,
    expert_line,
    file_views,
    reminders,
    services,
    views,
)
from games.competitions.sets.kinds import public_kinds
from games.competitions.sets.standard_kinds import STANDARD_KINDS
from games.models import DealSet, SetKind
from games.subjects import Subject, Task
from games.web.former import leads_to
from games.web.shortcuts import form_view, page_view


class ClosedSets(Sitemap[DealSet]):
    """The pages of closed sets, which show their results to everybody. A challenge is for whoever has its link."""

    def items(self) -> QuerySet[DealSet]:
        closed = DealSet.objects.filter(kind__in=public_kinds(), closed_at__isnull=False, void_reason="")
        return closed.order_by("pk")

    def location(self, item: DealSet) -> str:
        return reverse("games:deal_set", args=[item.code])


_SETS: Final = [
    path("", leads_to("today")),
    path("ladder/", leads_to("set_ladder")),
    path("new/", leads_to("new_challenge")),
    path("day.atom", require_safe(file_views.DealsOfTheDay()), name="day_feed"),
    path("<str:code>/send/", page_view(challenge_views.send, "POST"), name="send_challenge"),
    path("<str:code>/picture.png", require_safe(file_views.picture), name="set_picture"),
    path("<str:code>/results.csv", page_view(file_views.results), {"form_of": "csv"}, name="set_csv"),
    path("<str:code>/results.json", page_view(file_views.results), {"form_of": "json"}, name="set_json"),
    path("<str:code>/", page_view(views.deal_set), name="deal_set"),
    path("<str:code>/<int:number>/", leads_to("deal_set", kept=("code",), named={"number": "board"}), name="board"),
    path("<str:code>/<int:number>/outcome/", page_view(views.outcome), name="board_outcome"),
    path("<str:code>/<int:number>/play/", form_view(views.play, "games:board"), name="play_board"),
    path("<str:code>/<int:number>/practise/", form_view(views.practise, "games:board"), name="practise_board"),
]


EVERY: Final = 1.0
"""Seconds between two looks at what is due."""

AHEAD: Final = timedelta(minutes=10)
"""How long before midnight the sets of the next day are stored: they open at midnight all the same."""


def serve() -> None:
    """Open the sets of today, and close what is due."""
    now = timezone.now()
    for day in sorted({now.astimezone(UTC).date(), (now + AHEAD).astimezone(UTC).date()}):
        services.open_sets_of_day(day)
    closing.close_due(now)


SUBJECT: Final = Subject(
    addresses=[
        path("day/", page_view(views.of_today), {"kind": SetKind.DAY}, name="day"),
        path("day/remind/", form_view(views.remind, "games:day"), name="remind"),
        path("eight/", page_view(views.of_today), {"kind": SetKind.EIGHT}, name="eight"),
        path("sets/", include(_SETS)),
    ],
    pages=[path("challenge/", page_view(challenge_views.new_challenge, "POST"), name="new_challenge")],
    site_maps={"sets": ClosedSets()},
    tasks=[Task("sets of deals", EVERY, serve), Task("lines of Experts", expert_line.EVERY, expert_line.play_next)],
    daily={"reminders": reminders.send_now},
    receivers=[
        (exporting, account_receivers.export),
        (merge_offered, account_receivers.offer),
        (merging, account_receivers.take_over),  # after the lobby has moved the seats
    ],
    set_kinds=STANDARD_KINDS,
)
