"""Admin of players. A page's queries do not grow with a player's history."""

from typing import Final

from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from accounts.base import names
from accounts.models import User, may_act
from games.lobby.forms import choices_of
from games.models import Rating, Report, Seat
from games.results.ratings import skill_of
from games.staff import markup
from games.staff.action_admin import LATEST, ActionAdmin, ConditionFilter, Conditions, DateFilter
from games.staff.actions import PLAYER_ACTIONS
from games.staff.admin.conduct import words_of_report
from games.staff.admin.games import state_of
from games.words.options import STYLES

MAY_SEE_ADDRESSES: Final = "accounts.see_addresses_user"


class StatusFilter(ConditionFilter):
    title, parameter_name = _("status"), "status"

    def conditions(self) -> Conditions:
        suspended = Q(suspended_until__gt=timezone.now())
        reported = Report.objects.filter(resolved=False).values("subject")
        return {
            "active": (_("active"), may_act()),
            "suspended": (_("suspended"), suspended),
            "muted": (_("muted"), Q(muted_until__gt=timezone.now())),
            "reported": (_("with open reports"), Q(pk__in=reported)),
            "must-rename": (_("has to choose a name"), Q(must_rename=True)),
            "closed": (_("closed"), Q(is_active=False)),
        }


class KindFilter(ConditionFilter):
    title, parameter_name = _("kind"), "kind"

    def conditions(self) -> Conditions:
        return {
            "registered": (_("registered"), Q(is_guest=False)),
            "guest": (_("guest"), Q(is_guest=True)),
            "bot": (_("bot"), Q(is_bot=True)),
            "staff": (_("staff"), Q(is_staff=True)),
        }


class NewPlayerFilter(DateFilter):
    """Filter by the date of joining."""

    name = _("new")


@admin.register(User)
class PlayerAdmin(ActionAdmin[User]):
    staff_actions = PLAYER_ACTIONS
    allowed_lookups = ("id", "status", "kind", "date_joined", "language")
    list_display = ("username", "kind", "status", "open_reports", "date_joined", "last_seen")
    list_filter = (StatusFilter, KindFilter, ("date_joined", NewPlayerFilter), "language")
    search_fields = ("username", "called")
    search_help_text = _("Part of the name, or the beginning of an email address.")
    ordering = ("-date_joined",)
    about = (
        "username",
        "called",
        "kind",
        "status",
        "current_suspension_reason",
        "roles",
        "language",
        "date_joined",
        "last_seen",
    )
    fieldsets = (
        (None, {"fields": about}),
        (_("Addresses"), {"fields": ("email", "sessions")}),
        (_("Play"), {"fields": ("games", "ratings")}),
        (_("Conduct"), {"fields": ("reports", "audit_entries")}),
    )
    field_permissions = {"email": MAY_SEE_ADDRESSES, "sessions": MAY_SEE_ADDRESSES, "reports": "games.view_report"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        open_reports = Report.objects.filter(subject=OuterRef("pk"), resolved=False).order_by()
        count = open_reports.values("subject").annotate(count=Count("pk")).values("count")
        return super().get_queryset(request).annotate(open_reports=Subquery(count))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        term = search_term.strip()
        if "@" in term and request.user.has_perm(MAY_SEE_ADDRESSES):
            return queryset.filter(email__istartswith=term), False
        return queryset.filter(name_key__contains=names.fold(term)) if term else queryset, False

    @admin.display(description=_("kind"))
    def kind(self, user: User) -> str:
        if user.is_staff:
            return gettext("staff")
        if user.is_bot:
            return gettext("bot")
        return gettext("guest") if user.is_guest else gettext("registered")

    @admin.display(description=_("status"))
    def status(self, user: User) -> str:
        """Return all restrictions of the account, or "active"."""
        states = []
        if not user.is_active:
            states.append(gettext("closed"))
        if user.is_suspended:
            states.append(_("suspended until %(moment)s") % {"moment": markup.moment(user.suspended_until)})
        if user.is_muted:
            states.append(_("muted until %(moment)s") % {"moment": markup.moment(user.muted_until)})
        if user.must_rename:
            states.append(gettext("has to choose a name"))
        return ", ".join(states) or gettext("active")

    @admin.display(description=_("reason of the suspension"))
    def current_suspension_reason(self, user: User) -> str:
        return user.suspension_reason if user.is_suspended else ""

    @admin.display(description=_("open reports"))
    def open_reports(self, user: User) -> int:
        return user.open_reports or 0  # type: ignore[attr-defined]  # annotated by get_queryset

    @admin.display(description=_("roles"))
    def roles(self, user: User) -> str:
        names = user.groups.order_by("name").values_list("name", flat=True)
        return ", ".join(map(markup.role_name, names)) or markup.EMPTY

    @admin.display(description=_("signed in from"))
    def sessions(self, user: User) -> str:
        sessions = UserSession.objects.filter(user=user).order_by("-last_seen_at")[:LATEST]
        rows = ((session.ip, session.user_agent, markup.moment(session.created_at)) for session in sessions)
        return markup.table((_("address"), _("browser"), _("since")), rows)

    @admin.display(description=_("latest games"))
    def games(self, user: User) -> str:
        """Return a table of the latest games, with links to all games and to the public page."""
        seats = Seat.objects.filter(user=user).select_related("game__void").order_by("-pk")[:LATEST]
        latest = (seat.game for seat in seats)
        rows = ((markup.row_link(game), state_of(game), markup.moment(game.created_at)) for game in latest)
        all_games = f"{reverse('admin:games_game_changelist')}?q={user.username}"
        public = reverse("games:player", args=[user.username])
        links = [markup.link(all_games, _("All games")), markup.link(public, _("Public page"))]
        return markup.table((_("game"), _("stage"), _("begun")), rows) + markup.bullet_list(links)

    @admin.display(description=_("ratings"))
    def ratings(self, user: User) -> str:
        """Return a table of the player's all-time ratings, as shown on the public page."""
        styles, rows = dict(choices_of(STYLES)), []
        for rating in Rating.objects.filter(user=user, ladder__month="").select_related("ladder").order_by("ladder"):
            company, bidding = rating.ladder.get_company_display(), rating.ladder.bidding
            skill = skill_of(rating)
            ladder = f"{company} · {styles[bidding]}" if bidding in styles else company
            rows.append((ladder, f"{skill.points} ± {skill.give_or_take}", rating.games))
        return markup.table((_("ladder"), _("rating"), _("games")), rows)

    @admin.display(description=_("reports of this player"))
    def reports(self, user: User) -> str:
        reports = Report.objects.filter(subject=user).order_by("-reported_at")[:LATEST]
        return markup.bullet_list(markup.link(markup.row_url(report), _summary(report)) for report in reports)


def _summary(report: Report) -> str:
    return f"{markup.moment(report.reported_at)}: {words_of_report(report)}"
