"""The form with which a tournament is announced, by a host for everybody or by an officer for a club."""

from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.competitions.tournaments import services
from games.competitions.tournaments.kinds import MOST, TOURNAMENT_KINDS
from games.engine import LEAST_PARTICIPANTS, MOST_ROUNDS
from games.lobby import presets
from games.lobby.forms import choices_of
from games.models import FillUp, TournamentKind
from games.values import LIVE_CLOCKS
from games.web.fields import MomentField, WantedField, WantedLinesField
from games.words.options import CLOCKS

MOST_BOARDS: Final = 12
MOST_MINUTES: Final = 240
LATEST: Final = timedelta(days=366)
"""How far ahead a tournament can be announced."""

FIRST: Final = ("name", "kind", "starts_at")
NUMBERS: Final = ("rounds", "boards", "minutes")
FURTHER: Final = ("text", "preset", "clock", "limit", "fill_up")


def _kinds() -> list[tuple[str, str]]:
    return [(kind.code, str(kind.name)) for kind in TOURNAMENT_KINDS.all()]


class TournamentForm(forms.Form):
    """A tournament: when, how long, by which rules, for how many.

    Its page shows the fields of `FURTHER` folded away: they need no choice.
    """

    name = WantedField(label=_("Name"), max_length=40)
    kind = forms.ChoiceField(label=_("Kind"), choices=_kinds, initial=TournamentKind.MOVEMENT)
    text = WantedLinesField(label=_("Text"), max_length=500, required=False, widget=forms.Textarea({"rows": 3}))
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
    preset = forms.ChoiceField(label=_("Rules"), choices=lambda: choices_of(presets.for_single_deals()))
    clock = forms.ChoiceField(
        label=_("Clock"), choices=choices_of(clock for clock in CLOCKS if clock[0] in LIVE_CLOCKS), initial="normal"
    )
    limit = forms.IntegerField(
        label=_("Maximum number of participants"), min_value=LEAST_PARTICIPANTS, max_value=MOST, initial=30
    )
    fill_up = forms.ChoiceField(label=_("Empty places"), choices=FillUp.choices, initial=FillUp.OUT)

    def parts(self) -> dict[str, list[forms.BoundField]]:
        """Return the fields that everybody fills in, those that say how long it is, and those that have a default."""
        names = {"first": FIRST, "numbers": NUMBERS, "further": FURTHER}
        return {part: [self[name] for name in of_part] for part, of_part in names.items()}

    def is_unfolded(self) -> bool:
        """Return whether a field that is folded away has an error."""
        return not self.errors.keys().isdisjoint(FURTHER)

    def clean_starts_at(self) -> datetime:
        """Refuse a tournament that would begin in the past, or so late that the year is a slip."""
        starts_at: datetime = self.cleaned_data["starts_at"]
        if starts_at <= timezone.now():
            raise forms.ValidationError(_("A tournament must begin later than now."))
        if starts_at > timezone.now() + LATEST:
            raise forms.ValidationError(_("A tournament must begin within a year."))
        return starts_at

    def clean(self) -> dict[str, Any]:
        """Refuse more participants than the kind is made for."""
        data: dict[str, Any] = self.cleaned_data
        most = TOURNAMENT_KINDS.of(data["kind"]).most if "kind" in data else MOST
        if data.get("limit", 0) > most:
            words = _("A tournament of this kind can have at most %(most)d participants.")
            self.add_error("limit", words % {"most": most})
        return data

    def plan(self) -> services.Plan:
        """Return the plan of a valid form."""
        data = dict(self.cleaned_data)
        rules = presets.preset(data.pop("preset")).rules
        return services.Plan(**{**data, "fill_up": FillUp(data["fill_up"])}, rules=rules)
