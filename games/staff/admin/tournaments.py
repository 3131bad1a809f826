"""Admin of tournaments: a form that announces one, and the page from which its host directs it. It shows no card."""

from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from accounts.models import User
from games.engine import LEAST_PARTICIPANTS, MOST_PARTICIPANTS, MOST_ROUNDS
from games.lobby import presets
from games.lobby.forms import choices_of
from games.models import LIVE_CLOCKS, FillUp, Tournament, TournamentSeat
from games.play import presence
from games.staff import markup
from games.staff.action_admin import ActionAdmin
from games.staff.actions import MomentField
from games.staff.tournament_actions import TOURNAMENT_ACTIONS
from games.tournaments import queries, services, words
from games.words.names import per_cent
from games.words.options import CLOCKS

MOST_BOARDS: Final = 12
MOST_MINUTES: Final = 240


class TournamentForm(forms.ModelForm[Tournament]):
    """A tournament: when, how long, by which rules, for how many."""

    name = forms.CharField(label=_("Name"), max_length=40)
    text = forms.CharField(label=_("Text"), max_length=500, required=False, widget=forms.Textarea({"rows": 3}))
    starts_at = MomentField(label=_("Begins"))
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=5)
    boards = forms.IntegerField(label=_("Boards in a round"), min_value=1, max_value=MOST_BOARDS, initial=3)
    minutes = forms.IntegerField(
        label=_("Minutes for a round"),
        min_value=5,
        max_value=MOST_MINUTES,
        initial=25,
        help_text=_("Seven minutes for each board are enough for most."),
    )
    preset = forms.ChoiceField(label=_("Rules"))
    clock = forms.ChoiceField(
        label=_("Clock"), choices=choices_of(clock for clock in CLOCKS if clock[0] in LIVE_CLOCKS), initial="normal"
    )
    limit = forms.IntegerField(
        label=_("Most participants"), min_value=LEAST_PARTICIPANTS, max_value=MOST_PARTICIPANTS, initial=30
    )
    fill_up = forms.ChoiceField(label=_("Empty places"), choices=FillUp.choices, initial=FillUp.OUT)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ready = [(preset.code, preset.name) for preset in presets.presets()]
        self.fields["preset"].choices = ready  # type: ignore[attr-defined]  # a choice field

    def clean_starts_at(self) -> Any:
        """Refuse a tournament that would begin in the past."""
        starts_at = self.cleaned_data["starts_at"]
        if starts_at <= timezone.now():
            raise ValidationError(_("A tournament begins later than now."))
        return starts_at

    def plan(self) -> services.Plan:
        """Return what a valid form says."""
        data = dict(self.cleaned_data)
        rules = presets.preset(data.pop("preset")).rules
        return services.Plan(**{**data, "fill_up": FillUp(data["fill_up"])}, rules=rules)


@admin.register(Tournament)
class TournamentAdmin(ActionAdmin[Tournament]):
    form = TournamentForm
    staff_actions = TOURNAMENT_ACTIONS
    allowed_lookups = ("id", "code", "stage")
    list_display = ("name", "starts_at", "stage", "host")
    list_filter = ("stage",)
    list_select_related = ("host",)
    search_fields = ("name", "code")
    ordering = ("-starts_at", "-pk")
    fieldsets = (
        (None, {"fields": ("name", "code", "host", "starts_at", "state", "form_of", "page")}),
        (_("Play"), {"fields": ("tables", "standings", "entries")}),
        (_("Conduct"), {"fields": ("audit_entries",)}),
    )
    new_fields = (
        *("name", "text", "starts_at", "rounds", "boards", "minutes"),
        *("preset", "clock", "limit", "fill_up"),
    )

    def has_add_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        return request.user.has_perm("games.add_tournament")

    def get_fieldsets(self, request: HttpRequest, obj: Tournament | None = None) -> Any:
        return super().get_fieldsets(request, obj) if obj else [(None, {"fields": self.new_fields})]

    def save_model(self, request: HttpRequest, obj: Tournament, form: Any, change: bool) -> None:
        assert isinstance(request.user, User), "the admin is for accounts"
        assert isinstance(form, TournamentForm), "it is the form of this admin"
        stored = services.announce(form.plan(), by=request.user)
        obj.pk, obj.code = stored.pk, stored.code

    def log_addition(self, request: HttpRequest, obj: Tournament, message: Any) -> Any:
        """Leave the log to `services`."""

    @admin.display(description=_("state"))
    def state(self, tournament: Tournament) -> str:
        return words.state_of(tournament)

    @admin.display(description=_("form"))
    def form_of(self, tournament: Tournament) -> str:
        return words.form_of(tournament)

    @admin.display(description=_("pages"))
    def page(self, tournament: Tournament) -> str:
        return markup.link(reverse("games:tournament", args=[tournament.code]), _("Tournament"))

    @admin.display(description=_("tables of this round"))
    def tables(self, tournament: Tournament) -> str:
        """Return a table of the places at tables that still play: who is there, and for whom the table waits."""
        in_play = queries.current_round(tournament)
        places = queries.unfinished(in_play).select_related("entry__user", "game") if in_play else []
        head = (_("table"), _("participant"), _("at the table"), _("waited for since"))
        return markup.table(head, map(_cells, places))

    @admin.display(description=_("standings"))
    def standings(self, tournament: Tournament) -> str:
        names = {entry.pk: words.name_of(entry) for entry in queries.participants(tournament)}
        rows = (
            (line.place or "", names[line.entry], per_cent(None if line.percent is None else float(line.percent)))
            for line in queries.standings_of(tournament)
        )
        return markup.table((_("place"), _("player"), _("per cent")), rows)

    @admin.display(description=_("entries"))
    def entries(self, tournament: Tournament) -> str:
        rows = (
            (words.name_of(entry), markup.moment(entry.entered_at), markup.moment(entry.checked_in_at))
            for entry in queries.entries_of(tournament)
        )
        return markup.table((_("player"), _("entered"), _("checked in")), rows)


def _cells(place: TournamentSeat) -> tuple[object, ...]:
    if place.game is None:
        return place.table, words.name_of(place.entry), "", ""
    seat = place.game.seats.get(player=place.player)
    here = gettext("yes") if presence.is_here(place.game.code, place.player) else gettext("no")
    link = markup.link(markup.row_url(place.game), place.table)
    return link, words.name_of(place.entry), seat.bot_name or here, markup.moment(seat.waiting_since)
