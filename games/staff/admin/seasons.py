"""Admin of seasons: who ended where, and the one thing that staff may change in a closed one."""

from typing import Final

from django.contrib import admin
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.competitions.ladders import services
from games.models import Season
from games.staff import markup
from games.staff.action_admin import LATEST, ActionAdmin, StaffAction
from games.staff.set_actions import ParticipantForm

SEASON_ACTIONS: Final = {
    "remove": StaffAction[Season](
        _("Take a player out"),
        "games.change_season",
        _("The player has no place and no badge in this season, and begins the next one as a new player."),
        services.remove_player,
        ParticipantForm,
        lambda season: season.closed_at is not None,
    )
}


@admin.register(Season)
class SeasonAdmin(ActionAdmin[Season]):
    staff_actions = SEASON_ACTIONS
    allowed_lookups = ("ladder", "month")
    list_display = ("month", "ladder", "closed_at")
    list_filter = ("ladder",)
    search_fields = ("month",)
    ordering = ("-month", "ladder")
    fieldsets = (
        (None, {"fields": ("ladder", "month", "closed_at", "players_notified_at")}),
        (_("Results"), {"fields": ("places",)}),
        (_("Conduct"), {"fields": ("audit_entries",)}),
    )

    @admin.display(description=_("first places"))
    def places(self, season: Season) -> str:
        """Return the first places of a closed season."""
        results = season.results.filter(season__closed_at__isnull=False, removed=False).select_related("user")
        ordered = results.order_by("division", F("place").asc(nulls_last=True), "user")[:LATEST]
        rows = (
            (row.division, row.place or "", markup.row_link(row.user), row.played, row.next_division or "")
            for row in ordered
        )
        return markup.table((_("division"), _("place"), _("player"), _("played"), _("next division")), rows)
