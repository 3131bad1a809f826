"""The staff's first page: how the house is doing today, in figures and small charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Min, QuerySet
from django.db.models.functions import TruncDate
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.site_config import counters
from accounts.site_config.counters import DAYS_KEPT, Counted
from games.models import Game, Report
from games.play import presence
from games.play.snapshot import ENDED
from games.presenters import charts
from games.presenters.charts import Chart
from games.staff.stuck import is_stuck, running

TICKER_IS_LATE: Final = timedelta(seconds=5)
MOST_SEATS: Final = 6000
"""In so many seats at most people are looked for, the latest tables first."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name; `is_bad` if somebody should look into it, at `href` if there is a page for it."""

    name: str
    value: str
    is_bad: bool = False
    href: str = ""


@dataclass(frozen=True, slots=True)
class Dashboard:
    figures: tuple[Figure, ...]
    charts: tuple[Chart, ...]


def dashboard() -> Dashboard:
    """How the house is doing now."""
    errors, time_outs = counters.by_day(Counted.ERROR), counters.by_day(Counted.TIME_OUT)
    games, reports = reverse("admin:games_game_changelist"), reverse("admin:games_report_changelist")
    stuck, reported = Game.objects.filter(is_stuck()).count(), Report.objects.filter(resolved=False).count()
    return Dashboard(
        figures=(
            Figure(_("running games"), str(running().count()), href=f"{games}?state=running"),
            Figure(_("players at a table now"), str(players_online())),
            Figure(_("stuck games"), str(stuck), stuck > 0, f"{games}?state=stuck"),
            Figure(_("open reports"), str(reported), reported > 0, f"{reports}?resolved__exact=0"),
            Figure(_("errors today"), str(errors[-1]), errors[-1] > 0),
            Figure(_("time-outs today"), str(time_outs[-1])),
            _ticker(timezone.now()),
        ),
        charts=(
            _chart("games", _("Games begun, day by day"), by_day(Game.objects.all(), "created_at")),
            _chart("people", _("New accounts, day by day"), by_day(User.objects.all(), "date_joined")),
            _chart("errors", _("Errors, day by day"), errors),
            _chart("time-outs", _("Time-outs, day by day"), time_outs),
        ),
    )


def players_online() -> int:
    """How many people are at a table in their browsers now; somebody at two tables is one."""
    tables = Game.objects.exclude(stage__in=ENDED)
    seats = tables.filter(seats__user__isnull=False).order_by("-updated_at")[:MOST_SEATS]
    places = seats.values_list("code", "seats__player", "seats__user")
    here = presence.who_is_here((code, player) for code, player, _user in places)
    return len({user for code, player, user in places if (code, player) in here})


def by_day(rows: QuerySet[Any], moment: str) -> list[int]:
    """How many rows came on each of the last days (UTC), today last."""
    first = timezone.now().date() - timedelta(days=DAYS_KEPT - 1)
    recent = rows.filter(
        **{f"{moment}__gte": datetime.combine(first, datetime.min.time(), timezone.get_default_timezone())}
    )
    found = dict(recent.order_by().values_list(TruncDate(moment)).annotate(Count("pk")))
    return [found.get(first + timedelta(days=day), 0) for day in range(DAYS_KEPT)]


def _ticker(now: datetime) -> Figure:
    """How late the site is with what it owes games, or that nobody serves them."""
    oldest = Game.objects.filter(due_at__lte=now).aggregate(oldest=Min("due_at"))["oldest"]
    late, beat = (now - oldest if oldest else timedelta()), counters.last_beat()
    if beat is None or now - beat > TICKER_IS_LATE:
        return Figure(_("ticker"), _("silent"), is_bad=True)
    return Figure(_("ticker lag"), _("%(seconds).1f s") % {"seconds": late.total_seconds()}, late > TICKER_IS_LATE)


def _chart(name: str, title: str, values: Sequence[int]) -> Chart:
    """Bars, one a day; only every other day is named, or the names would lie on each other."""
    today = timezone.now().date()
    days = [today - timedelta(days=ago) for ago in reversed(range(len(values)))]
    names = [str(day.day) if index % 2 else "" for index, day in enumerate(days)]
    texts = [str(value) if value else "" for value in values]
    return Chart(
        name=name,
        title=title,
        summary=_("%(today)d today, %(all)d in two weeks.") % {"today": values[-1], "all": sum(values)},
        head=(_("Day"), title),
        rows=tuple(
            (date_format(day, "SHORT_DATE_FORMAT"), str(value)) for day, value in zip(days, values, strict=True)
        ),
        drawing=charts.bars(values, texts, names, max(*values, 1)),
    )
