"""The form of a new table: who plays, a ready set of rules, and what is to be different from it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _, gettext_lazy

from accounts.base.names import LONGEST, LONGEST_WRITTEN
from games.lobby import presets
from games.lobby.forms import TableForm, explained
from games.lobby.presets import Preset
from games.models import TableOptions
from games.words.options import WHO_PLAYS, changed_facts, facts, opened_for

FIRST_CHOICES: Final = ("visitor", "players", "invite_1", "invite_2", "preset", "shown_preset")
"""The fields that are not among the further options."""


def _invited(label: Any) -> forms.CharField:
    widget = forms.TextInput({"autocomplete": "off", "list": "known"})
    return forms.CharField(label=label, required=False, max_length=LONGEST_WRITTEN, widget=widget)


class NewTableForm(TableForm):
    """A new table. Its options are those of the chosen preset, except for those that the sender has changed.

    A page without scripts keeps the options of the preset it was loaded with, so `shown_preset` says which that is: an
    option that still has that preset's value takes the value of the preset that was chosen.
    """

    visitor = forms.CharField(
        label=gettext_lazy("Your name at the table"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput({"autocomplete": "nickname", "placeholder": gettext_lazy("Guest")}),
    )
    players = explained(gettext_lazy("Who plays?"), WHO_PLAYS, required=False)
    invite_1 = _invited(gettext_lazy("Name of a player"))
    invite_2 = _invited(gettext_lazy("Name of another player"))
    shown_preset = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None, asked: Mapping[str, Any], *, is_visitor: bool) -> None:
        """Read the form from `data`, or offer one with the preset and the players that a link has `asked` for.

        `asked["invite"]` is the name of somebody to challenge.
        """
        self.preset = presets.preset((data or asked).get("preset", ""))
        known = {str(value) for value, *_line in WHO_PLAYS}
        self._players = asked["players"] if asked.get("players") in known else str(WHO_PLAYS[0][0])
        first = {"players": self._players, "preset": self.preset.code, "invite_1": asked.get("invite", "")}
        # With the same ids htmx would take radio buttons of another preset for the ones it replaces, and untick them.
        ids = f"id_{self.preset.code}_%s"
        super().__init__(data and _onto(self.preset, data), initial=_values(self.preset) | first, auto_id=ids)
        ready = [(preset.code, preset.name, preset.line) for preset in presets.presets()]
        self.fields["preset"] = explained(_("Rules"), ready, required=False)
        del self.fields["public"]
        if not is_visitor:
            del self.fields["visitor"]

    def further_options(self) -> Iterator[BoundField]:
        """Return the fields below those that everybody chooses."""
        return (field for field in self if field.name not in FIRST_CHOICES)

    @property
    def shows_further_options(self) -> bool:
        """Whether one of them is wrong, or differs from the preset."""
        return any(field.errors or self._differs(field.name) for field in self.further_options())

    def _differs(self, name: str) -> bool:
        return self.is_bound and _sent(self.data, name) != _as_sent(_values(self.preset).get(name))

    def who_plays(self) -> str:
        """Return who plays at the table of a valid form: one of `WHO_PLAYS`."""
        return self.cleaned_data["players"] or self._players

    def clean(self) -> dict[str, Any]:
        """Refuse to challenge people to a game against two bots."""
        data: dict[str, Any] = self.cleaned_data
        if (data.get("players") or self._players) == "bots" and (data.get("invite_1") or data.get("invite_2")):
            self.add_error("invite_1", _("Two bots leave no seat for this player. Let friends play."))
        return data

    def invite_fields(self) -> list[BoundField]:
        """Return the fields for the names of players to challenge."""
        return [self["invite_1"], self["invite_2"]]

    @property
    def shows_invited(self) -> bool:
        """Whether a name is filled in, or is wrong."""
        return any(field.value() or field.errors for field in self.invite_fields())

    def invited(self) -> list[str]:
        """Return the names of the players whom a valid form challenges."""
        names = (self.cleaned_data["invite_1"], self.cleaned_data["invite_2"])
        return [name for name in names if name]

    def options(self) -> TableOptions:
        """Return the table options of a valid form."""
        self.cleaned_data["public"] = self.who_plays() == "anyone"
        return super().options()

    def summary(self) -> tuple[str, str]:
        """Return what is chosen in a sentence, and in what it differs from the preset; ("", "") of a wrong form."""
        if not self.is_bound:
            return opened_for(self._players, str(self.preset.name)), str(self.preset.line)
        if not self.is_valid():
            return "", ""
        options = replace(self.options(), public=self.preset.options.public)
        changed = changed_facts(facts(self.preset.rules, self.preset.options), facts(self.rules(), options))
        line = _("Changed: %(changes)s") % {"changes": changed} if changed else str(self.preset.line)
        return opened_for(self.who_plays(), str(self.preset.name), self.invited()), line


def _values(preset: Preset) -> dict[str, Any]:
    return TableForm.initial_for(preset.rules, preset.options) | {"shown_preset": preset.code}


def _onto(preset: Preset, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data with the values of this preset in place of those of the preset that the page showed."""
    merged = {name: data[name] for name in data}
    wanted, shown = _values(preset), _values(presets.preset(data.get("shown_preset") or preset.code))
    unchanged = [name for name in wanted if _sent(data, name) == _as_sent(shown[name])]
    merged |= {name: _as_sent(wanted[name]) for name in unchanged} | {"shown_preset": preset.code}
    return {name: value for name, value in merged.items() if value is not None}


def _sent(data: Mapping[str, Any], name: str) -> str | None:
    """Return what a form sends for this field: nothing for a box that is not ticked."""
    return data.get(name) or None


def _as_sent(value: object) -> str | None:
    """Return a value as a form sends it."""
    if isinstance(value, bool):
        return "on" if value else None
    return None if value is None else str(value) or None
