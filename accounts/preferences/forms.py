"""The forms of the settings, one for each page. Every field can be stored by itself."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.base.choices import Visibility
from accounts.base.zone_field import ZoneField
from accounts.models import OnlineTo, User
from accounts.notifications import mails, services as notifications
from accounts.notifications.groups import CHANNELS, GROUPS, MAIL, PUSH, NotificationGroup
from accounts.preferences import services, vacation


class OwnForm(forms.ModelForm[User]):
    """What a player chooses on one page of the settings."""

    def keep_only(self, name: str) -> None:
        """Leave this field alone in the form, or none if there is no such field."""
        self.fields = {key: field for key, field in self.fields.items() if key == name}

    def store(self) -> None:
        """Store what is chosen. Raises AccountDeleted."""
        services.save_settings(self.instance, **self.cleaned_data)


class LookForm(OwnForm):
    """How the site and the table look."""

    class Meta:
        model = User
        fields = ("theme", "felt", "back", "deck", "card_size", "four_colours", "no_animation")
        widgets = dict.fromkeys(("theme", "felt", "back", "deck", "card_size"), forms.RadioSelect)


class TableForm(OwnForm):
    """How the table works."""

    class Meta:
        model = User
        fields = (
            "hand_order", "sounds", "confirms_card", "no_card_ahead", "autoplays_last", "autoplays_forced",
            "text_table",
        )  # fmt: skip
        widgets = {"hand_order": forms.RadioSelect}

    def switches(self) -> list[forms.BoundField]:
        """Return the fields that are on or off."""
        return [field for field in self if field.widget_type == "checkbox"]


class AlertsForm(OwnForm):
    """The channels of notifications, and quiet hours. Only players with a confirmed address can choose mail."""

    class Meta:
        model = User
        fields = ("quiet_hours", "daily_alerts")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.gets_mail = mails.confirmed_address(self.instance) is not None
        for group in GROUPS:
            on = notifications.channels_of_group(self.instance, group)
            for channel in CHANNELS:
                arrives = channel == PUSH or self.gets_mail
                self.fields[f"{group}_{channel}"] = forms.BooleanField(
                    required=False, initial=arrives and channel in on, disabled=not arrives
                )

    def groups(self) -> Iterator[tuple[str, NotificationGroup, forms.BoundField, forms.BoundField]]:
        """Return each group with its name and its switches."""
        for name, group in GROUPS.items():
            yield name, group, self[f"{name}_{PUSH}"], self[f"{name}_{MAIL}"]

    def store(self) -> None:
        """Store what is chosen. Raises AccountDeleted."""
        pairs = [(group, channel) for group in GROUPS for channel in CHANNELS]
        shown = {pair: self.fields.get("_".join(pair)) for pair in pairs}
        moved = [pair for pair, field in shown.items() if field is not None and not field.disabled]
        notifications.choose_channels(self.instance, {pair: self.cleaned_data["_".join(pair)] for pair in moved})
        if times := {name: self.cleaned_data[name] for name in ("quiet_hours", "daily_alerts") if name in self.fields}:
            services.save_settings(self.instance, **times)


class AccountForm(OwnForm):
    """Language and time zone, and what others see."""

    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("As in my browser")), *settings.LANGUAGES]
    )
    time_zone = ZoneField(label=_("Time zone"), required=False, before=[("", _("As in my browser"))])

    class Meta:
        model = User
        fields = ("language", "time_zone", "visibility", "online_to")
        labels = {"visibility": _("Who may see my results"), "online_to": _("Who may see that I am online")}
        help_texts = {"visibility": _("The ranks also show you only to them.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("visibility", Visibility.choices()), ("online_to", OnlineTo.choices)):
            self.fields[name].widget.choices = [(value, capfirst(label)) for value, label in choices]


class VacationForm(forms.Form):
    """For how many days a vacation is to last."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=vacation.DAYS_A_YEAR, initial=7)
