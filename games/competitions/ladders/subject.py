"""What seasons plug into the site: the page of ranks, and what happens to results when an account is deleted or
exported.

Guests have no results, so none are merged.
"""

import logging
from collections.abc import Iterator
from datetime import UTC
from typing import Any, Final

from django.db.models import F
from django.urls import path
from django.utils import timezone

from accounts.base.outages import Attempts
from accounts.models import User
from accounts.signals import deleting, exporting
from games.competitions.ladders import operations, rankings, services, views
from games.models import Season, SeasonResult
from games.subjects import Subject, Task
from games.web.blocks import Block, Visit
from games.web.former import leads_to
from games.web.shortcuts import page_view
from games.web.strangers import public_page

_COLUMNS: Final = ("division", "place", "score", "played", "medal", "next_division")


def _forget(user: User, **_sent: Any) -> None:
    """Delete the results of an account that is deleted. Others keep their places."""
    SeasonResult.objects.filter(user=user).delete()


def _export(user: User, **_sent: Any) -> dict[str, Any]:
    """Return the user's results in closed seasons, as plain values by name."""
    rows = SeasonResult.objects.filter(user=user, season__closed_at__isnull=False).order_by("season__month", "pk")
    named = rows.annotate(month=F("season__month"), ladder=F("season__ladder"))
    return {"seasons": list(named.values("month", "ladder", *_COLUMNS))}


_attempts: Final = Attempts(logging.getLogger(__name__), "season %s could not be served")

EVERY: Final = 60.0
"""Seconds between two checks of what is due."""


def serve() -> None:
    """Do all that is due in seasons."""
    services.open_first(timezone.now())
    _attempts.each(Season.objects.filter(players_notified_at=None).order_by("month", "ladder"), _serve)


def _serve(season: Season) -> None:
    """Take the next step of a season."""
    now = timezone.now()
    if season.closed_at is not None or services.close(season, now):
        services.notify_players(season, now)


MOST_OF_WEEK: Final = 5
"""How many lines of the ladder of the week Today shows, besides the reader's own."""


def _on_today(visit: Visit) -> Iterator[Block]:
    """Yield the first of the ladder of the week, and the reader."""
    day = visit.now.astimezone(UTC).date()
    ladder = rankings.ladder_of(rankings.period_of("week", day), visit.user, day)
    week = [row for at, row in enumerate(ladder) if at < MOST_OF_WEEK or row.is_own]
    yield Block(area="columns", template="competitions/ladders/_this_week.html", context={"week": week})


SUBJECT: Final = Subject(
    operations=[operations.router],
    addresses=[
        path("leaders/", leads_to("ranks")),
        path("seasons/", leads_to("ranks")),
        path("seasons/<str:month>/<str:ladder>/", leads_to("ranks", named={"ladder": "of", "month": "season"})),
    ],
    pages=[
        path("people/ranks/", public_page(views.ranks), name="ranks"),
        path("today/week/", page_view(views.period_ladder), name="set_ladder"),
    ],
    tasks=[Task("seasons", EVERY, serve)],
    receivers=[(exporting, _export), (deleting, _forget)],
    on_today=_on_today,
)
