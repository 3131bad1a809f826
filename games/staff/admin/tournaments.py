"""Admin of tournaments: a form that announces one, and links to the page from which its host directs it."""

from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.translation import gettext, gettext_lazy as _

from accounts.models import User
from games.engine import LEAST_PARTICIPANTS, MOST_PARTICIPANTS, MOST_ROUNDS
from games.lobby import presets
from games.lobby.forms import choices_of
from games.models import LIVE_CLOCKS, FillUp, Tournament, TournamentKind
from games.staff import markup
from games.staff.action_admin import ActionAdmin
from games.staff.actions import MomentField
from games.tournaments import queries, services, words
from games.words.options import CLOCKS

MOST_BOARDS: Final = 12
MOST_MINUTES: Final = 240
MOST_ENTERED: Final = 729
"""The most participants of a Swiss tournament or a knock-out."""


class TournamentForm(forms.ModelForm[Tournament]):
    """A tournament: when, how long, by which rules, for how many."""

    name = forms.CharField(label=_("Name"), max_length=40)
    kind = forms.ChoiceField(label=_("Kind"), choices=TournamentKind.choices, initial=TournamentKind.MOVEMENT)
    text = forms.CharField(label=_("Text"), max_length=500, required=False, widget=forms.Textarea({"rows": 3}))
    starts_at = MomentField(label=_("Begins"))
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=5,
        help_text=_("A knock-out has as many as it needs."),
    )
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
        label=_("Most participants"), min_value=LEAST_PARTICIPANTS, max_value=MOST_ENTERED, initial=30
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

    def clean(self) -> dict[str, Any]:
        """Refuse more participants than a movement is made for."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("kind") == TournamentKind.MOVEMENT and data.get("limit", 0) > MOST_PARTICIPANTS:
            words = _("A tournament in which all meet all has at most %(most)d participants.")
            self.add_error("limit", words % {"most": MOST_PARTICIPANTS})
        return data

    def plan(self) -> services.Plan:
        """Return what a valid form says."""
        data = dict(self.cleaned_data)
        rules = presets.preset(data.pop("preset")).rules
        return services.Plan(
            **{**data, "fill_up": FillUp(data["fill_up"]), "kind": TournamentKind(data["kind"])}, rules=rules
        )


@admin.register(Tournament)
class TournamentAdmin(ActionAdmin[Tournament]):
    form = TournamentForm
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
    new_fields = (
        *("name", "text", "kind", "starts_at", "rounds", "boards", "minutes"),
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
