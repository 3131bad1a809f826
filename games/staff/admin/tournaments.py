"""Admin of tournaments: what they are, and links to the page from which their hosts direct them."""

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext, gettext_lazy as _

from games.competitions.tournaments import queries, words
from games.models import Tournament
from games.staff import markup
from games.staff.action_admin import ActionAdmin


@admin.register(Tournament)
class TournamentAdmin(ActionAdmin[Tournament]):
    allowed_lookups = ("id", "code", "stage")
    list_display = ("name", "starts_at", "stage", "host")
    list_filter = ("stage",)
    list_select_related = ("host",)
    search_fields = ("name", "code")
    ordering = ("-starts_at", "-pk")
    fieldsets = (
        (None, {"fields": ("name", "code", "host", "starts_at", "state", "form_of", "page")}),
        (_("Play"), {"fields": ("entries",)}),
        (_("Conduct"), {"fields": ("audit_entries",)}),
    )

    @admin.display(description=_("state"))
    def state(self, tournament: Tournament) -> str:
        return words.state_of(tournament)

    @admin.display(description=_("form"))
    def form_of(self, tournament: Tournament) -> str:
        return words.form_of(tournament)

    @admin.display(description=_("pages"))
    def page(self, tournament: Tournament) -> str:
        """Return links to the page that all see, and to that from which the tournament is directed."""
        addresses = {"games:tournament": gettext("Tournament"), "games:direct_tournament": gettext("Direct it")}
        links = [markup.link(reverse(name, args=[tournament.code]), word) for name, word in addresses.items()]
        return format_html_join(" · ", "{}", ((link,) for link in links))

    @admin.display(description=_("entries"))
    def entries(self, tournament: Tournament) -> str:
        rows = (
            (words.name_of(entry), markup.moment(entry.entered_at), markup.moment(entry.checked_in_at))
            for entry in queries.entries_of(tournament)
        )
        return markup.table((_("player"), _("entered"), _("checked in")), rows)
