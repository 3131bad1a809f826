"""Admin of sets of deals, tournaments and seasons, and what staff do there.

It shows no card, no root and no result of a set that is not closed.
"""

from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, F, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.translation import gettext, gettext_lazy as _, pgettext

from accounts.base.names import LONGEST_WRITTEN
from accounts.models import User
from games.competitions.ladders import services
from games.competitions.sets import moderation, queries
from games.competitions.sets.kinds import SET_KINDS, kind_of
from games.competitions.sets.words import set_title
from games.competitions.tournaments import queries as tournament_queries, words
from games.lobby import presets
from games.lobby.forms import choices_of
from games.models import BoardPlay, DealSet, Season, Tournament
from games.staff import markup
from games.staff.action_admin import LATEST, ActionAdmin, ConditionFilter, Conditions
from games.staff.actions import VoidForm
from games.web.fields import MomentField
from games.web.row_actions import Action, ReasonForm
from games.words.names import signed
from games.words.options import BOTS, bots_strength, variant

MOST_BOARDS: Final = 40


class SpecialSetForm(forms.ModelForm[DealSet]):
    """A special set: its texts in both languages, when it is open, its boards and bots."""

    name_en = forms.CharField(label=_("Name in English"), max_length=40)
    name_es = forms.CharField(label=_("Name in Spanish"), max_length=40)
    opens_at = MomentField(label=_("From"))
    closes_at = MomentField(label=_("Until"))
    count = forms.IntegerField(label=_("Boards"), min_value=1, max_value=MOST_BOARDS)
    preset = forms.ChoiceField(label=_("Rules"), choices=lambda: choices_of(presets.for_single_deals()))
    bot_level = forms.ChoiceField(label=_("Bots"), choices=choices_of(BOTS), initial="expert")

    def clean(self) -> dict[str, Any]:
        """Refuse a set that would close before it opens, or has closed."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and data["closes_at"] <= max(data["opens_at"], timezone.now()):
            raise ValidationError(_("The set has to close after it opens, and later than now."))
        return data


class ParticipantForm(ReasonForm):
    """The participant who is to be removed."""

    name = forms.CharField(label=_("Name of a player"), max_length=LONGEST_WRITTEN)
    field_order = ("name", "reason")


SET_ACTIONS: Final = {
    "close": Action[DealSet](
        _("Close now"),
        _("Nobody can begin a board any more. Experts finish what was begun, and then the results are stored."),
        moderation.close,
        is_possible=lambda deal_set: deal_set.closed_at is None and not deal_set.void_reason,
        permission="games.change_dealset",
    ),
    "void": Action[DealSet](
        _("Void the set"),
        _("Nobody can begin a board any more, boards under way end, and there is no ladder."),
        moderation.void,
        VoidForm,
        lambda deal_set: not deal_set.void_reason,
        permission="games.change_dealset",
    ),
    "remove": Action[DealSet](
        _("Remove a participant"),
        _("This player’s results in this set no longer count, and the player can’t begin more of its boards."),
        moderation.remove_participant,
        ParticipantForm,
        permission="games.change_dealset",
    ),
}


class StateFilter(ConditionFilter):
    title, parameter_name = _("state"), "state"

    def conditions(self) -> Conditions:
        return {
            "running": (_("running"), Q(closed_at=None, void_reason="")),
            "closed": (_("closed"), Q(closed_at__isnull=False, void_reason="")),
            "void": (_("void"), ~Q(void_reason="")),
        }


class KindFilter(ConditionFilter):
    title, parameter_name = _("kind"), "kind"

    def conditions(self) -> Conditions:
        return {kind.code: (kind.name, Q(kind=kind.code)) for kind in SET_KINDS.all()}


@admin.register(DealSet)
class SetAdmin(ActionAdmin[DealSet]):
    form = SpecialSetForm
    staff_actions = SET_ACTIONS
    allowed_lookups = ("id", "code", "kind", "state")
    list_display = ("title", "kind_name", "opens_at", "closes_at", "state")
    list_filter = (StateFilter, KindFilter)
    list_select_related = ("host",)
    search_fields = ("code",)
    search_help_text = _("A code, as in the address of the set’s page.")
    ordering = ("-opens_at", "-pk")
    fieldsets = (
        (None, {"fields": ("title", "code", "kind_name", "opens_at", "closes_at", "state", "page")}),
        (_("Texts"), {"fields": ("name_en", "name_es", "text_en", "text_es")}),
        (_("Play"), {"fields": ("bots", "boards", "ladder")}),
        (_("Conduct"), {"fields": ("audit_entries",)}),
    )
    new_fields = ("name_en", "name_es", "text_en", "text_es", "opens_at", "closes_at", "count", "preset", "bot_level")

    def has_add_permission(self, request: HttpRequest, obj: DealSet | None = None) -> bool:
        return request.user.has_perm("games.add_dealset")

    def get_fieldsets(self, request: HttpRequest, obj: DealSet | None = None) -> Any:
        return super().get_fieldsets(request, obj) if obj else [(None, {"fields": self.new_fields})]

    def save_model(self, request: HttpRequest, obj: DealSet, form: forms.ModelForm[DealSet], change: bool) -> None:
        assert isinstance(request.user, User), "the admin is for accounts"
        rules = presets.preset(form.cleaned_data["preset"]).rules
        moderation.open_special(obj, rules=rules, count=form.cleaned_data["count"], by=request.user)

    def log_addition(self, request: HttpRequest, obj: DealSet, message: Any) -> Any:
        """Leave the log to `moderation`."""

    @admin.display(description=_("name"))
    def title(self, deal_set: DealSet) -> str:
        return set_title(deal_set)

    @admin.display(description=_("kind"), ordering="kind")
    def kind_name(self, deal_set: DealSet) -> str:
        return str(kind_of(deal_set).name)

    @admin.display(description=_("state"))
    def state(self, deal_set: DealSet) -> str:
        if deal_set.void_reason:
            return gettext("void: %(reason)s") % {"reason": deal_set.void_reason}
        if deal_set.closed_at:
            return gettext("closed")
        return gettext("not open yet") if deal_set.opens_at > timezone.now() else gettext("running")

    @admin.display(description=_("pages"))
    def page(self, deal_set: DealSet) -> str:
        return markup.link(reverse("games:deal_set", args=[deal_set.code]), _("Set of deals"))

    @admin.display(description=_("bots’ level"))
    def bots(self, deal_set: DealSet) -> str:
        return bots_strength(deal_set.bot_level)

    @admin.display(description=_("boards"))
    def boards(self, deal_set: DealSet) -> str:
        """Return a table of the boards: their rules, and how many have begun and finished each."""
        plays = BoardPlay.objects.filter(board__deal_set=deal_set, removed=False).order_by()
        counts = plays.values_list("board").annotate(Count("pk"), Count("points"))
        begun = {board: (started, finished) for board, started, finished in counts}
        rows = (
            (board.number, variant(board.peek, board.bidding), *begun.get(board.pk, (0, 0)))
            for board in deal_set.boards.order_by("number")
        )
        return markup.table((_("board"), _("rules"), pgettext("boards", "begun"), pgettext("boards", "finished")), rows)

    @admin.display(description=_("ladder"))
    def ladder(self, deal_set: DealSet) -> str:
        """Return the first places of a closed set."""
        if deal_set.closed_at is None:
            return markup.EMPTY
        results = queries.stored_ladder(deal_set)[:LATEST]
        rows = ((result.place or "", markup.row_link(result.user), signed(result.points)) for result in results)
        return markup.table((_("place"), _("player"), _("points")), rows)


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
            for entry in tournament_queries.entries_of(tournament)
        )
        return markup.table((_("player"), _("entered"), _("checked in")), rows)


SEASON_ACTIONS: Final = {
    "remove": Action[Season](
        _("Take a player out"),
        _("The player has no place and no badge in this season, and begins the next one as a new player."),
        services.remove_player,
        ParticipantForm,
        lambda season: season.closed_at is not None,
        permission="games.change_season",
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
