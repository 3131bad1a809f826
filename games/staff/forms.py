"""What staff fill in before something is done; what holds for all of them is `acts.ReasonForm`."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.contrib.auth.models import Group
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from accounts.site_config.models import LONGEST_REASON
from games.engine import PLAYERS
from games.staff.actions import ReasonForm
from games.staff.roles import role_name

PERIODS: Final = (
    (timedelta(hours=1), _("an hour")),
    (timedelta(days=1), _("a day")),
    (timedelta(days=7), _("a week")),
    (timedelta(days=30), _("30 days")),
    (timedelta(days=365), _("a year")),
)


class MomentField(forms.DateTimeField):
    """Date and time in one, chosen with whatever the browser has for that."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


def period_field(label: StrOrPromise, none: StrOrPromise) -> forms.TypedChoiceField:
    """A usual period, or what `none` says."""
    return forms.TypedChoiceField(
        label=label,
        required=False,
        coerce=lambda hours: timedelta(hours=int(hours)),
        empty_value=None,
        choices=[("", none), *((int(time.total_seconds() // 3600), name) for time, name in PERIODS)],
    )


class UntilForm(ReasonForm):
    """From now until a moment: a usual period, or a date."""

    period = period_field(_("For"), _("until the date below"))
    until = MomentField(label=_("Until (UTC)"), required=False)
    field_order = ("period", "until", "reason")

    def clean(self) -> dict[str, Any]:
        chosen: dict[str, Any] = super().clean() or self.cleaned_data
        period, until = chosen.get("period"), chosen.get("until")
        if (period is None) == (until is None) and not self.errors:
            raise forms.ValidationError(_("Choose a period or a date, not both."))
        return {"reason": chosen.get("reason"), "until": timezone.now() + period if period else until}


class ShownReasonForm(UntilForm):
    """The same where the player is told the reason."""

    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, help_text=_("The player reads it, in these words.")
    )


class RoleField(forms.ModelMultipleChoiceField[Group]):
    """Roles in the reader's language."""

    def label_from_instance(self, obj: Any) -> str:
        return role_name(obj.name)


class RolesForm(ReasonForm):
    """Which roles an account is to have."""

    roles = RoleField(
        label=_("Roles"), queryset=Group.objects.order_by("name"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("roles", "reason")


def _seats() -> list[tuple[int, str]]:
    return [(player, gettext("seat %d") % (player + 1)) for player in PLAYERS]


class SeatForm(ReasonForm):
    """Whom a bot is to replace."""

    player = forms.TypedChoiceField(label=_("Seat"), coerce=int, choices=_seats)
    field_order = ("player", "reason")


class NoteForm(forms.Form):
    """What came of a report; the author of the message may be muted with it."""

    note = forms.CharField(
        label=_("Note"), max_length=LONGEST_REASON, help_text=_("For other staff; kept in the audit log.")
    )
    mute = period_field(_("Mute the author for"), _("no time"))
