"""The admin site: Django's, with allauth's sign-in, and the state of the site in figures and charts as start page."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, NamedTuple

from allauth.account.decorators import secure_admin_login
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncDate
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base import counters, mail
from accounts.base.counters import DAYS, Counter
from accounts.models import User
from accounts.sessions.services import SECOND_FACTORS
from accounts.site_config import processes, selectors as site_config
from accounts.site_config.models import LOST_AFTER
from games.models import Game, Report
from games.play import due_steps, presence, ticker
from games.values import BY_TURNS, RUNNING, UNFINISHED
from games.words import charts
from games.words.charts import Chart

OVERDUE_AFTER: Final = timedelta(minutes=1)  # a game is stuck if its due step (`due_at`) is this late
MOST_SEATS: Final = 6000  # the most seats that are checked for presence, those of the latest tables first


class StaffSite(AdminSite):
    """Signs in through allauth's page, which limits failed attempts and asks for second factors."""

    site_header = gettext_lazy("Dummy Hand Spades: staff")
    site_title = gettext_lazy("Staff")
    index_title = gettext_lazy("The site today")
    index_template = "admin/dashboard.html"

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.login = secure_admin_login(super().login)  # type: ignore[method-assign]  # as allauth documents it

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        return super().index(request, {"dashboard": dashboard(), **(extra_context or {})})

    def password_change(  # type: ignore[override]  # a redirect instead of a page
        self, _request: HttpRequest, _extra_context: object = None
    ) -> HttpResponse:
        """Lead to the page of all players, after which other browsers get no more pushes and the player gets a mail."""
        return redirect("account_change_password")

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not lacks_second_factor(request.user)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Redirect staff who lack a required second factor to its set-up page instead of the sign-in page."""
        inner = super().admin_view(view, cacheable)

        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if super(StaffSite, self).has_permission(request) and lacks_second_factor(request.user):
                messages.warning(request, _("The staff’s pages open once you have set up a second factor."))
                return redirect("mfa_index")
            answer: HttpResponse = inner(request, *args, **kwargs)
            return answer

        return wrapper


def lacks_second_factor(user: User | AnonymousUser) -> bool:
    """Return whether the site's settings require a second factor and this account has none."""
    return site_config.site().second_factor and not is_mfa_enabled(user, SECOND_FACTORS)


class Figure(NamedTuple):
    """A number with its name. `is_bad` marks a problem; `href` links to details, "" if there are none."""

    name: str
    value: str
    is_bad: bool = False
    href: str = ""


class Dashboard(NamedTuple):
    figures: tuple[Figure, ...]
    charts: tuple[Chart, ...]


def dashboard() -> Dashboard:
    """Return the current figures and charts."""
    errors, time_outs = counters.by_day(Counter.ERROR), counters.by_day(Counter.TIME_OUT)
    games, reports = reverse("admin:games_game_changelist"), reverse("admin:games_report_changelist")
    running, mails = Game.objects.filter(stage__in=RUNNING).count(), mail.waiting()
    stuck, reported = Game.objects.filter(is_stuck()).count(), Report.objects.filter(resolved=False).count()
    return Dashboard(
        figures=(
            Figure(_("running games"), str(running), href=f"{games}?state=running"),
            Figure(_("players at a table now"), str(_players_online())),
            Figure(_("stuck games"), str(stuck), stuck > 0, f"{games}?state=stuck"),
            Figure(_("open reports"), str(reported), reported > 0, f"{reports}?resolved__exact=0"),
            Figure(_("errors today"), str(errors[-1]), errors[-1] > 0),
            Figure(_("time-outs today"), str(time_outs[-1])),
            _ticker(),
            # None but for a moment, unless the mail host refuses them.
            Figure(_("mails waiting"), str(mails), mails > 0),
        ),
        charts=(
            _chart("games", _("Games begun, day by day"), _by_day(Game.objects.all(), "created_at")),
            _chart("people", _("New accounts, day by day"), _by_day(User.objects.all(), "date_joined")),
            _chart("errors", _("Errors, day by day"), errors),
            _chart("time-outs", _("Time-outs, day by day"), time_outs),
        ),
    )


def is_stuck() -> Q:
    """Return the condition for a stuck game: a step is overdue, or nobody moved for the time in the site's settings.

    In a game by turns nobody has to move for days.
    """
    now = timezone.now()
    idle = ~Q(clock__in=BY_TURNS) & Q(updated_at__lt=now - timedelta(minutes=site_config.site().stuck_after))
    return Q(stage__in=RUNNING) & (idle | Q(due_at__lt=now - OVERDUE_AFTER))


def _players_online() -> int:
    """Return the number of players present at a table now, each counted once."""
    tables = Game.objects.filter(stage__in=UNFINISHED)
    seats = tables.filter(seats__user__isnull=False).order_by("-updated_at")[:MOST_SEATS]
    occupied = seats.values_list("code", "seats__player", "seats__user")
    present = presence.who_is_here((code, player) for code, player, _user in occupied)
    return len({user for code, player, user in occupied if (code, player) in present})


def _days() -> list[date]:
    """Return the last `DAYS` days (UTC), today last."""
    today = timezone.now().date()
    return [today - timedelta(days=ago) for ago in reversed(range(DAYS))]


def _by_day(rows: QuerySet[Any], moment: str) -> list[int]:
    """Return the number of rows by day of `moment` for each of `_days`."""
    days = _days()
    recent = rows.filter(**{f"{moment}__gte": datetime.combine(days[0], time.min, UTC)})
    counts = dict(recent.order_by().values_list(TruncDate(moment)).annotate(Count("pk")))
    return [counts.get(day, 0) for day in days]


def _ticker() -> Figure:
    """Return by how much the oldest due game is overdue, or "silent" if no ticker runs."""
    last_tick = processes.last_tick()
    if last_tick is None or timezone.now() - last_tick > LOST_AFTER:
        return Figure(_("ticker"), _("silent"), is_bad=True)
    _games, lag = ticker.backlog()
    return Figure(_("ticker lag"), _("%(seconds).1f s") % {"seconds": lag.total_seconds()}, lag > due_steps.LONGEST_LAG)


def _chart(name: str, title: str, values: Sequence[int]) -> Chart:
    """Return a bar chart with one bar per day. Only every other day is labelled, so that labels do not overlap."""
    days = _days()
    labels = [str(day.day) if index % 2 else "" for index, day in enumerate(days)]
    texts = [str(value) if value else "" for value in values]
    summary = _("%(today)d today, %(all)d in two weeks.") % {"today": values[-1], "all": sum(values)}
    rows = ((date_format(day, "SHORT_DATE_FORMAT"), str(value)) for day, value in zip(days, values, strict=True))
    drawing = charts.bars(values, texts, labels, max(*values, 1))
    return Chart(name, title, summary, head=(_("Day"), title), rows=tuple(rows), drawing=drawing)
