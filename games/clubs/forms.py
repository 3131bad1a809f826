"""Forms of clubs: names, rules and invitations."""

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from accounts.base.names import LONGEST_WRITTEN
from accounts.base.zone_field import ZoneField
from accounts.site_config.models import LONGEST_REASON
from games.clubs.series import Choice
from games.engine import MOST_ROUNDS
from games.lobby import presets
from games.models import LONGEST_MESSAGE, SeriesKind
from games.web.fields import VisitorField, WantedField, WantedLinesField


def _rules_of_tables(usual: Any) -> forms.ChoiceField:
    """Return the field for the rules with which tables begin, at first the `usual` ones."""

    def choices() -> list[tuple[str, Any]]:
        return [("", usual), *((preset.code, preset.name) for preset in presets.presets())]

    return forms.ChoiceField(label=_("Rules of a new table"), required=False, choices=choices)


class TrioForm(forms.Form):
    """The name of a trio, which may be empty, and the rules with which its tables begin."""

    name = WantedField(
        label=_("Name"), max_length=40, required=False, help_text=_("Leave it empty to name it after the three of you.")
    )
    preset = _rules_of_tables(_("As in your last game"))


class ClubForm(TrioForm):
    """The name and text of a club, whether it is public, and the rules with which its tables begin."""

    name = WantedField(label=_("Name"), max_length=40)
    text = WantedLinesField(
        label=_("Text"),
        max_length=500,
        required=False,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("When you play, and who is welcome."),
    )
    public = forms.BooleanField(
        label=_("Public"),
        required=False,
        help_text=_("Everyone sees it and may ask to join. If off, only members see it."),
    )
    preset = _rules_of_tables(_("The usual game"))
    field_order = ("name", "text", "public", "preset")


class SeriesForm(forms.Form):
    """When a club meets each week, and for what."""

    weekday = forms.TypedChoiceField(label=_("Each"), choices=tuple(WEEKDAYS.items()), coerce=int)
    at = forms.TimeField(label=_("At"), widget=forms.TimeInput({"type": "time"}, format="%H:%M"))
    time_zone = ZoneField(label=_("Time zone"))
    kind = forms.TypedChoiceField(label=_("What you play"), choices=SeriesKind.choices, coerce=SeriesKind)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=3)
    boards = forms.IntegerField(label=_("Boards in a round"), min_value=1, max_value=12, initial=3)
    minutes = forms.IntegerField(label=_("Minutes for a round"), min_value=5, max_value=240, initial=25)

    def choice(self) -> Choice:
        """Return the choice of a valid form."""
        return Choice(**self.cleaned_data)


class CallOffForm(forms.Form):
    """The reason for calling off an evening or ending the series."""

    reason = WantedField(
        label=_("Reason"), max_length=LONGEST_REASON, help_text=_("All members read it, word for word.")
    )


class ReportForm(forms.Form):
    """What is wrong with a club's name or text."""

    text = forms.CharField(
        label=_("What is wrong"), required=False, max_length=LONGEST_MESSAGE, widget=forms.Textarea({"rows": 4})
    )


class NameForm(forms.Form):
    """A player by name."""

    name = forms.CharField(label=_("Name of a player"), max_length=LONGEST_WRITTEN)


class VisitorForm(forms.Form):
    """The name of a visitor who joins by a link and has no account yet."""

    visitor = VisitorField()
