"""The form of what a player who looks for others wants to play."""

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.lobby.forms import choices_of
from games.models import LIVE_CLOCKS
from games.pairing.matching import Wishes
from games.words.options import CLOCKS, PEEKS, STYLES, ExplainedOption

OFFERED_TARGETS: Final = (200, 300, 500)
"""Few to choose from, so that people meet."""

PACES: Final = tuple(option for option in CLOCKS if option[0] in LIVE_CLOCKS)
"""Strangers always play with a clock: nobody has to wait for who has gone."""


def _wish(label: Any, options: Sequence[ExplainedOption]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[("", _("any")), *choices_of(options)], required=False)


class WishesForm(forms.Form):
    """The rules that a player wants: any, unless one is chosen."""

    bidding = _wish(_("Bidding"), STYLES)
    peek = _wish(_("Peeking"), PEEKS)
    target = _wish(_("Play to"), [(str(target), target, "") for target in OFFERED_TARGETS])
    clock = _wish(_("Clock"), PACES)

    def wishes(self) -> Wishes:
        """Return what a valid form says."""
        chosen = {name: value or None for name, value in self.cleaned_data.items()}
        return Wishes(**chosen | {"target": int(chosen["target"]) if chosen["target"] else None})
