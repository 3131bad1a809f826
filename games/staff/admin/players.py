"""Admin of players: search, history, staff actions."""

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from games.models import Report
from games.staff.actions import ActionAdmin
from games.staff.admin import player_filters, player_sections
from games.staff.admin.player_actions import ACTIONS

MAY_SEE_ADDRESSES = "accounts.see_addresses_user"


@admin.register(User)
class PlayerAdmin(ActionAdmin[User]):
    staff_actions = ACTIONS
    allowed_lookups = ("id", "status", "kind", "date_joined", "language")
    list_display = ("username", "kind", "status", "open_reports", "date_joined", "last_seen")
    list_filter = (
        player_filters.StatusFilter,
        player_filters.KindFilter,
        ("date_joined", player_filters.NewPlayerFilter),
        "language",
    )
    search_fields = ("username",)
    search_help_text = _("A part of the name, or the beginning of an email address.")
    ordering = ("-date_joined",)

    fieldsets = (
        (
            None,
            {
                "fields": (
                    "username",
                    "kind",
                    "status",
                    "current_suspension_reason",
                    "roles",
                    "language",
                    "date_joined",
                    "last_seen",
                )
            },
        ),
        (_("Addresses"), {"fields": ("email", "sessions")}),
        (_("Play"), {"fields": ("games", "ratings")}),
        (_("Conduct"), {"fields": ("reports", "audit_entries")}),
    )
    readonly_fields = (
        *("kind", "status", "current_suspension_reason", "roles", "sessions"),
        *("games", "ratings", "reports", "audit_entries"),
    )
    field_permissions = {"email": MAY_SEE_ADDRESSES, "sessions": MAY_SEE_ADDRESSES, "reports": "games.view_report"}

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        open_reports = Report.objects.filter(message__author=OuterRef("pk"), resolved=False).order_by()
        count = open_reports.values("message__author").annotate(count=Count("pk")).values("count")
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
        return player_sections.kind(user)

    @admin.display(description=_("status"))
    def status(self, user: User) -> str:
        return player_sections.status(user)

    @admin.display(description=_("reason of the suspension"))
    def current_suspension_reason(self, user: User) -> str:
        return user.suspension_reason if user.is_suspended else ""

    @admin.display(description=_("open reports"))
    def open_reports(self, user: User) -> int:
        return user.open_reports or 0  # type: ignore[attr-defined]  # annotated by get_queryset

    @admin.display(description=_("roles"))
    def roles(self, user: User) -> str:
        return player_sections.roles(user)

    @admin.display(description=_("signed in from"))
    def sessions(self, user: User) -> SafeString | str:
        return player_sections.sessions(user)

    @admin.display(description=_("latest games"))
    def games(self, user: User) -> SafeString | str:
        return player_sections.games(user)

    @admin.display(description=_("ratings"))
    def ratings(self, user: User) -> SafeString | str:
        return player_sections.ratings(user)

    @admin.display(description=_("reports of this player’s messages"))
    def reports(self, user: User) -> SafeString | str:
        return player_sections.reports(user)

    @admin.display(description=_("staff actions"))
    def audit_entries(self, user: User) -> SafeString | str:
        return player_sections.audit_entries(user)
