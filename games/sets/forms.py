"""The form of a new challenge."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.names import LONGEST, LONGEST_WRITTEN
from games.bots import Level
from games.engine import Rules
from games.lobby import presets
from games.lobby.forms import explained
from games.words.options import BOTS

SIZES: Final = (
    ("3", gettext_lazy("3 boards"), gettext_lazy("A quarter of an hour.")),
    ("5", gettext_lazy("5 boards"), gettext_lazy("Less luck: half an hour.")),
    ("10", gettext_lazy("10 boards"), gettext_lazy("Who plays better? An hour, in as many sittings as you like.")),
)
"""How many boards a challenge may have."""


class ChallengeForm(forms.Form):
    """How many boards, under which ready set of rules, against which bots, and perhaps whom to challenge."""

    visitor = forms.CharField(
        label=gettext_lazy("Your name at the table"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput({"autocomplete": "nickname", "placeholder": gettext_lazy("Guest")}),
    )
    count = explained(gettext_lazy("Boards"), SIZES)
    preset = explained(gettext_lazy("Rules"), ())
    bot_level = explained(gettext_lazy("Bots"), BOTS)
    invite = forms.CharField(
        label=gettext_lazy("Name of a player"),
        required=False,
        max_length=LONGEST_WRITTEN,
        widget=forms.TextInput({"autocomplete": "off", "list": "known"}),
    )

    def __init__(self, data: Mapping[str, Any] | None, asked: Mapping[str, Any], *, is_visitor: bool) -> None:
        """Read the form from `data`, or offer one with the rules and the name that a link has `asked` for."""
        ready = [(preset.code, preset.name, preset.line) for preset in presets.presets()]
        first = {
            "count": "3",
            "preset": presets.preset(asked.get("preset", "")).code,
            "bot_level": Level.EXPERT,
            "invite": asked.get("invite", ""),
        }
        super().__init__(data, initial=first)
        self.fields["preset"] = explained(_("Rules"), ready)
        if is_visitor:
            del self.fields["invite"]
        else:
            del self.fields["visitor"]

    def choices(self) -> Iterator[BoundField]:
        """Return the fields that everybody chooses, in order."""
        return (self[name] for name in ("count", "preset", "bot_level"))

    def rules(self) -> Rules:
        """Return the rules of a valid form."""
        return presets.preset(self.cleaned_data["preset"]).rules


class ReceiverForm(forms.Form):
    """The name of a player to whom a challenge is sent."""

    name = forms.CharField(
        label=gettext_lazy("Name of a player"),
        max_length=LONGEST_WRITTEN,
        widget=forms.TextInput({"autocomplete": "off", "list": "known"}),
    )
