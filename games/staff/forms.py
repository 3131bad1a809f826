"""Forms of staff actions. Their base is `actions.ReasonForm`."""

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
    """Date and time in one field, with the browser's own picker."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


def period_field(label: StrOrPromise, none: StrOrPromise) -> forms.TypedChoiceField:
    """Return a choice of usual periods. The empty choice has the label `none`."""
    return forms.TypedChoiceField(
        label=label,
        required=False,
        coerce=lambda hours: timedelta(hours=int(hours)),
        empty_value=None,
        choices=[("", none), *((int(time.total_seconds() // 3600), name) for time, name in PERIODS)],
    )


class UntilForm(ReasonForm):
    """End of a restriction: a usual period from now, or a date."""

    period = period_field(_("For"), _("until the date below"))
    until = MomentField(label=_("Until (UTC)"), required=False)
    field_order = ("period", "until", "reason")

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        period, until = data.get("period"), data.get("until")
        if (period is None) == (until is None) and not self.errors:
            raise forms.ValidationError(_("Choose a period or a date, not both."))
        return {"reason": data.get("reason"), "until": timezone.now() + period if period else until}


class PublicReasonForm(UntilForm):
    """Like `UntilForm`, but the player is shown the reason."""

    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Shown to the player word for word.")
    )


class RoleField(forms.ModelMultipleChoiceField[Group]):
    """Choice of roles, named in the reader's language."""

    def label_from_instance(self, obj: Any) -> str:
        return role_name(obj.name)


class RolesForm(ReasonForm):
    """The roles an account is to have."""

    roles = RoleField(
        label=_("Roles"), queryset=Group.objects.order_by("name"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("roles", "reason")


def _seats() -> list[tuple[int, str]]:
    return [(player, gettext("seat %d") % (player + 1)) for player in PLAYERS]


class SeatForm(ReasonForm):
    """The player whom a bot is to replace."""

    player = forms.TypedChoiceField(label=_("Seat"), coerce=int, choices=_seats)
    field_order = ("player", "reason")


class ResolveReportForm(forms.Form):
    """Resolution of a report, optionally muting the author of the message."""

    note = forms.CharField(
        label=_("Note"), max_length=LONGEST_REASON, help_text=_("For other staff; kept in the audit log.")
    )
    mute = period_field(_("Mute the author for"), _("no time"))
