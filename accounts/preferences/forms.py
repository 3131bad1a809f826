"""Forms of what players choose."""

from typing import Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.base.zone_field import ZoneField
from accounts.models import OnlineTo, Preferences, User, Visibility
from accounts.preferences import vacation

LOOKS: Final = ("theme", "felt", "back", "deck", "card_size", "four_colours")


class SettingsForm(forms.ModelForm[User]):
    """Language, time zone and table preferences of a signed-in player."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As in my browser")), *settings.LANGUAGES],
        widget=forms.RadioSelect,
    )
    time_zone = ZoneField(label=_("Time zone"), required=False, before=[("", _("As in my browser"))])

    class Meta:
        model = User
        fields = ("language", "time_zone", *(field.name for field in Preferences._meta.get_fields()))
        widgets = dict.fromkeys(("theme", "felt", "back", "deck", "card_size", "hand_order"), forms.RadioSelect)

    def looks(self) -> list[forms.BoundField]:
        """Return the fields that the picture of a table beside them shows."""
        return [self[name] for name in LOOKS]

    def others(self) -> list[forms.BoundField]:
        """Return the remaining fields."""
        return [field for field in self if field.name not in LOOKS]


class VisibilityForm(forms.Form):
    """Who may see the player's results, and that the player is online."""

    visibility = forms.ChoiceField(
        label=_("Who may see my results"), choices=Visibility.choices, widget=forms.RadioSelect
    )
    online_to = forms.ChoiceField(
        label=_("Who may see that I am online"), choices=OnlineTo.choices, widget=forms.RadioSelect
    )


class VacationForm(forms.Form):
    """For how many days a vacation is to last."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=vacation.DAYS_A_YEAR, initial=7)
