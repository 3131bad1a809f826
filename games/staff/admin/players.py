"""Players: find one, see what there is to know, and do what a page asks a reason for."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from games.models import Report
from games.staff.actions import WithActs
from games.staff.admin import player_filters, player_sections
from games.staff.admin.player_actions import ACTS

MAY_SEE_ADDRESSES = "accounts.see_addresses_user"


@admin.register(User)
class PlayerAdmin(WithActs[User]):
    acts = ACTS
    lookups = ("id", "standing", "kind", "date_joined", "language")
    list_display = ("username", "kind", "standing", "open_reports", "date_joined", "last_seen")
    list_filter = (player_filters.Standing, player_filters.Kind, ("date_joined", player_filters.Recently), "language")
    search_fields = ("username",)
    search_help_text = _("A part of the name, or the beginning of an email address.")
    ordering = ("-date_joined",)

    fieldsets = (
        (None, {"fields": ("username", "kind", "standing", "why", "roles", "language", "date_joined", "last_seen")}),
        (_("Addresses"), {"fields": ("email", "sessions")}),
        (_("Play"), {"fields": ("games", "ratings")}),
        (_("Conduct"), {"fields": ("reports", "deeds")}),
    )
    readonly_fields = (
        *("kind", "standing", "why", "roles", "sessions"),
        *("games", "ratings", "reports", "deeds"),
    )
    reserved = {"email": MAY_SEE_ADDRESSES, "sessions": MAY_SEE_ADDRESSES, "reports": "games.view_report"}

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

    @admin.display(description=_("standing"))
    def standing(self, user: User) -> str:
        return player_sections.standing(user)

    @admin.display(description=_("reason of the suspension"))
    def why(self, user: User) -> str:
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

    @admin.display(description=_("what the staff did"))
    def deeds(self, user: User) -> SafeString | str:
        return player_sections.deeds(user)
