"""The staff's start page: the state of the site in figures and small charts."""

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
from accounts.site_config.counters import DAYS, Counter
from games.models import Game, Report
from games.models.values import ENDED
from games.play import presence
from games.presenters import charts
from games.presenters.charts import Chart
from games.staff.stuck import is_stuck, running

TICKER_IS_LATE: Final = timedelta(seconds=5)
MOST_SEATS: Final = 6000
"""The most seats that are checked for presence, those of the latest tables first."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name. `is_bad` marks a problem; `href` links to details, "" if there are none."""

    name: str
    value: str
    is_bad: bool = False
    href: str = ""


@dataclass(frozen=True, slots=True)
class Dashboard:
    figures: tuple[Figure, ...]
    charts: tuple[Chart, ...]


def dashboard() -> Dashboard:
    """Return the current figures and charts."""
    errors, time_outs = counters.by_day(Counter.ERROR), counters.by_day(Counter.TIME_OUT)
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
    """Return the number of players present at a table now, each counted once."""
    tables = Game.objects.exclude(stage__in=ENDED)
    seats = tables.filter(seats__user__isnull=False).order_by("-updated_at")[:MOST_SEATS]
    occupied = seats.values_list("code", "seats__player", "seats__user")
    present = presence.who_is_here((code, player) for code, player, _user in occupied)
    return len({user for code, player, user in occupied if (code, player) in present})


def by_day(rows: QuerySet[Any], moment: str) -> list[int]:
    """Return the number of rows by day of `moment` (UTC) for the last `DAYS` days, today last."""
    first = timezone.now().date() - timedelta(days=DAYS - 1)
    recent = rows.filter(
        **{f"{moment}__gte": datetime.combine(first, datetime.min.time(), timezone.get_default_timezone())}
    )
    found = dict(recent.order_by().values_list(TruncDate(moment)).annotate(Count("pk")))
    return [found.get(first + timedelta(days=day), 0) for day in range(DAYS)]


def _ticker(now: datetime) -> Figure:
    """Return by how much the oldest due game is overdue, or "silent" if no ticker runs."""
    oldest = Game.objects.filter(due_at__lte=now).aggregate(oldest=Min("due_at"))["oldest"]
    late, last_tick = (now - oldest if oldest else timedelta()), counters.last_tick()
    if last_tick is None or now - last_tick > TICKER_IS_LATE:
        return Figure(_("ticker"), _("silent"), is_bad=True)
    return Figure(_("ticker lag"), _("%(seconds).1f s") % {"seconds": late.total_seconds()}, late > TICKER_IS_LATE)


def _chart(name: str, title: str, values: Sequence[int]) -> Chart:
    """Return a bar chart with one bar per day. Only every other day is labelled, so that labels do not overlap."""
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
