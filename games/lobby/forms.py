"""Forms of tables. They check the shape of the data; the engine and the services check the rules."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext, gettext_lazy as _

from games.engine import BAG_LIMITS, PLAYERS, TARGETS, Rules, rules_from_json
from games.lobby import presets
from games.lobby.presets import Preset
from games.play.moves import LATEST_VERSION
from games.values import BY_TURNS, Clock, PauseReason, Proposal, TableOptions
from games.web.fields import PlayerField, VisitorField, WantedField
from games.words.options import (
    BOT_PAUSES,
    BOTS,
    CLOCKS,
    DAYS,
    PACES,
    PATIENCES,
    PEEKS,
    PLAYING_STYLES,
    STYLES,
    WHO_PLAYS,
    ExplainedOption,
    changed_facts,
    facts,
    opened_for,
)

SEED: Final = re.compile("[0-9a-f]{0,64}")


class ExplainedRadios(forms.RadioSelect):
    """Radio buttons with a line of explanation each: `radio.data.line` in a template."""

    def __init__(self, options: Sequence[ExplainedOption]) -> None:
        super().__init__()
        self.lines = {str(value): line for value, _label, line in options}

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        return super().create_option(name, value, *args, **kwargs) | {"line": self.lines[str(value)]}


def choices_of(options: Iterable[tuple[Any, ...]]) -> list[tuple[str, Any]]:
    """Return the options (value, label, and perhaps a line) as choices of a field."""
    return [(str(value), label) for value, label, *_line in options]


def explained(label: Any, options: Sequence[ExplainedOption], *, required: bool = True) -> forms.ChoiceField:
    """Return a field to choose one of the options (value, label, line)."""
    widget = ExplainedRadios(options)
    return forms.ChoiceField(label=label, choices=choices_of(options), widget=widget, required=required)


class TableForm(forms.Form):
    """The name, rules and options of a table."""

    name = WantedField(
        label=_("Name of the table"),
        max_length=40,
        required=False,
        help_text=_("If you leave it empty, we choose one."),
    )
    peek = explained(_("Peeking"), PEEKS)
    bidding = explained(_("Bidding"), STYLES)
    target = forms.TypedChoiceField(
        label=_("Play to"),
        coerce=int,
        choices=[(target, target) for target in TARGETS],
        help_text=_("The first to reach it with the highest total wins."),
    )
    bag_limit = forms.ChoiceField(
        label=_("Bag limit"),
        choices=[("off", _("off")), *((str(limit), limit) for limit in BAG_LIMITS)],
        help_text=_("This many bags cost 100 points."),
    )
    floor = forms.IntegerField(
        label=_("Floor"),
        required=False,
        min_value=-10_000,
        max_value=-1,
        help_text=_("The game ends when somebody’s total falls this low, −500 for example. Empty: no floor."),
        error_messages=dict.fromkeys(("min_value", "max_value"), _("From −10,000 to −1, or empty.")),
    )

    duplicate = forms.BooleanField(
        label=_("Duplicate"),
        required=False,
        help_text=_(
            "Three deals, each played three times, so that all of you get every hand once: less luck. The highest total"
            " after nine deals wins; target and floor do not count."
        ),
    )
    public = forms.BooleanField(
        label=_("Public"),
        required=False,
        help_text=_("Everyone sees it under Play. If off, only people with the link do."),
    )
    spectators = forms.BooleanField(
        label=_("Spectators"), required=False, help_text=_("Others may watch. They never see a hidden card.")
    )
    delayed = forms.BooleanField(
        label=_("One deal behind"),
        required=False,
        help_text=_("Spectators see each deal after it has ended, and nothing of the one being played."),
    )
    chat = forms.BooleanField(
        label=_("Chat"),
        required=False,
        help_text=_("People at the table may chat. During play, spectators have a chat of their own."),
    )
    bot_level = explained(_("Bots"), BOTS)
    bot_style = explained(_("The bots’ playing style"), PLAYING_STYLES)
    bot_pause = explained(_("The bots’ pace"), BOT_PAUSES)
    clock = explained(_("Clock"), CLOCKS)
    weekends_off = forms.BooleanField(
        label=_("Weekends off"),
        required=False,
        help_text=_("In a game by turns no time counts on a player’s Saturday and Sunday."),
    )
    patience = forms.TypedChoiceField(
        label=_("Time to come back"),
        coerce=int,
        choices=tuple(PATIENCES.items()),
        help_text=_("How long the table waits for somebody who is away before a bot may be called to sit in."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = self.initial_for(Rules(), TableOptions()) | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)

    def add_error(self, field: str | None, error: Any) -> None:
        """Add an error; the page that shows the form again begins at the field with the first one."""
        if field is not None and not self.errors:
            self.fields[field].widget.attrs["autofocus"] = True
        super().add_error(field, error)

    def clean(self) -> dict[str, Any]:
        """Refuse to show a duplicate table one deal behind: its deals are closed until its end."""
        data: dict[str, Any] = self.cleaned_data
        if data.get("duplicate") and data.get("delayed"):
            self.add_error("delayed", gettext("The deals of a duplicate table are open only after its end."))
        return data

    @staticmethod
    def initial_for(rules: Rules, options: TableOptions) -> dict[str, Any]:
        """Return the initial values for these rules and options."""
        bag_limit = "off" if rules.bag_limit is None else str(rules.bag_limit)
        return asdict(rules) | {"bag_limit": bag_limit} | asdict(options)

    def options(self) -> TableOptions:
        """Return the table options of a valid form."""
        chosen = self.cleaned_data
        return TableOptions(**{option.name: chosen[option.name] for option in fields(TableOptions)})

    def rules(self) -> Rules:
        """Return the rules of a valid form."""
        limit = self.cleaned_data["bag_limit"]
        return rules_from_json({**self.cleaned_data, "bag_limit": None if limit == "off" else int(limit)})


class VersionedForm(forms.Form):
    """An action by somebody who saw the table at `version`."""

    version = forms.IntegerField(min_value=0, max_value=LATEST_VERSION)


_SEATS: Final = [(player, player) for player in PLAYERS]


class SeatForm(forms.Form):
    """One of the three seats of a table."""

    player = forms.TypedChoiceField(choices=_SEATS, coerce=int)


class SeedForm(forms.Form):
    """A player's part in the shuffle: a hexadecimal number of up to 64 digits, "" for none (docs/fairness.md)."""

    seed = forms.CharField(required=False, max_length=200)

    def clean_seed(self) -> str:
        """Return the digits in lower case, without spaces."""
        seed = "".join(self.cleaned_data["seed"].split()).lower()
        if SEED.fullmatch(seed) is None:
            raise forms.ValidationError("", code="no_seed")
        return seed


class SeatAsSeenForm(VersionedForm, SeatForm):
    """A seat, and the version of the table that the sender saw."""


class SitForm(SeedForm):
    """A free seat (any if none is chosen), and the seed of the player who sits down."""

    player = forms.TypedChoiceField(choices=_SEATS, coerce=int, required=False, empty_value=None)


class StartForm(VersionedForm, SeedForm):
    """The version of the table that the host saw, and the host's seed."""


class ProposalForm(forms.Form):
    """What a player proposes to the others."""

    kind = forms.TypedChoiceField(
        choices=[(kind.value, kind.label) for kind in Proposal if kind != Proposal.NONE], coerce=Proposal
    )


class PauseForm(forms.Form):
    """Why a player pauses the game."""

    reason = forms.TypedChoiceField(choices=PauseReason.choices(), coerce=PauseReason)


FIRST_CHOICES: Final = (
    *("visitor", "players", "invite_1", "invite_2", "preset", "shown_preset"),
    *("pace", "days", "weekends_off"),
)
"""The fields that are not among the further options."""


class NewTableForm(TableForm):
    """A new table. Its options are those of the chosen preset, except for those that the sender has changed.

    A page without scripts keeps the options of the preset it was loaded with, so `shown_preset` says which that is: an
    option that still has that preset's value takes the value of the preset that was chosen.

    The pace comes first: in a game by turns the time for a move is in `days`, and `clock` is that of other games.
    """

    pace = explained(_("When do you play?"), PACES, required=False)
    days = forms.ChoiceField(
        label=_("Time for a move"), choices=choices_of(DAYS), widget=forms.RadioSelect, required=False
    )
    clock = explained(_("Clock"), [clock for clock in CLOCKS if clock[0] not in BY_TURNS])

    visitor = VisitorField()
    players = explained(_("Who plays?"), WHO_PLAYS, required=False)
    invite_1 = PlayerField(required=False)
    invite_2 = PlayerField(_("Name of another player"), required=False)
    shown_preset = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any] | None, asked: Mapping[str, Any], *, is_visitor: bool) -> None:
        """Read the form from `data`, or offer one with the preset and the players that a link has `asked` for.

        `asked["invite"]` is the name of a player to invite.
        """
        self.preset = presets.preset((data or asked).get("preset", ""))
        known = {str(value) for value, *_line in WHO_PLAYS}
        self._players = asked["players"] if asked.get("players") in known else str(WHO_PLAYS[0][0])
        first = {"players": self._players, "preset": self.preset.code, "invite_1": asked.get("invite", "")}
        # With the same ids htmx would take radio buttons of another preset for the ones it replaces, and untick them.
        ids = f"id_{self.preset.code}_%s"
        super().__init__(data and _onto(self.preset, data), initial=_values(self.preset) | first, auto_id=ids)
        ready = [(preset.code, preset.name, preset.line) for preset in presets.presets()]
        self.fields["preset"] = explained(gettext("Rules"), ready, required=False)
        self.fields["weekends_off"].help_text = gettext("No time counts on a player’s Saturday and Sunday.")
        del self.fields["public"]
        if not is_visitor:
            del self.fields["visitor"]

    def further_options(self) -> Iterator[BoundField]:
        """Return the fields shown under further options."""
        return (field for field in self if field.name not in FIRST_CHOICES)

    @property
    def shows_further_options(self) -> bool:
        """Whether a further option has an error, or differs from the preset."""
        return any(field.errors or self._differs(field.name) for field in self.further_options())

    def _differs(self, name: str) -> bool:
        return self.is_bound and _sent(self.data, name) != _as_sent(_values(self.preset).get(name))

    def who_plays(self) -> str:
        """Return who plays at the table of a valid form: one of `WHO_PLAYS`."""
        return self.cleaned_data["players"] or self._players

    def clean(self) -> dict[str, Any]:
        """Refuse invitations to a game against two bots, and impossible combinations; set the clock of a game by
        turns.
        """
        data = super().clean()
        usual = _values(self.preset)
        if (data.get("pace") or usual["pace"]) == "turns":
            data["clock"] = data.get("days") or usual["days"]
        if (data.get("players") or self._players) == "bots" and (data.get("invite_1") or data.get("invite_2")):
            self.add_error("invite_1", gettext("Two bots leave no seat for this player. Let friends play."))
        return data

    def invite_fields(self) -> list[BoundField]:
        """Return the fields for the names of players to invite."""
        return [self["invite_1"], self["invite_2"]]

    @property
    def shows_invited(self) -> bool:
        """Whether a name is filled in, or has an error."""
        return any(field.value() or field.errors for field in self.invite_fields())

    def invited(self) -> list[str]:
        """Return the names of the players whom a valid form invites."""
        names = (self.cleaned_data["invite_1"], self.cleaned_data["invite_2"])
        return [name for name in names if name]

    def options(self) -> TableOptions:
        """Return the table options of a valid form."""
        self.cleaned_data["public"] = self.who_plays() == "anyone"
        return super().options()

    def summary(self) -> tuple[str, str]:
        """Return the choice in a sentence, and its differences from the preset; ("", "") for an invalid form."""
        if not self.is_bound:
            return opened_for(self._players, str(self.preset.name)), str(self.preset.line)
        if not self.is_valid():
            return "", ""
        options = replace(self.options(), public=self.preset.options.public)
        changed = changed_facts(facts(self.preset.rules, self.preset.options), facts(self.rules(), options))
        line = gettext("Changed: %(changes)s") % {"changes": changed} if changed else str(self.preset.line)
        return opened_for(self.who_plays(), str(self.preset.name), self.invited()), line


def _values(preset: Preset) -> dict[str, Any]:
    """Return the values of the fields for a preset."""
    clock = preset.options.clock
    pace = {"pace": "now", "days": Clock.ONE_DAY, "clock": clock}
    if clock in BY_TURNS:
        pace = {"pace": "turns", "days": clock, "clock": Clock.NONE}
    return TableForm.initial_for(preset.rules, preset.options) | pace | {"shown_preset": preset.code}


def _onto(preset: Preset, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data, with values that the page took from its shown preset replaced by those of this preset."""
    merged = {name: data[name] for name in data}
    wanted, shown = _values(preset), _values(presets.preset(data.get("shown_preset") or preset.code))
    unchanged = [name for name in wanted if _sent(data, name) == _as_sent(shown[name])]
    merged |= {name: _as_sent(wanted[name]) for name in unchanged} | {"shown_preset": preset.code}
    return {name: value for name, value in merged.items() if value is not None}


def _sent(data: Mapping[str, Any], name: str) -> str | None:
    """Return what a browser sends for this field: nothing for an unticked box."""
    return data.get(name) or None


def _as_sent(value: object) -> str | None:
    """Return a value as a browser would send it."""
    if isinstance(value, bool):
        return "on" if value else None
    return None if value is None else str(value) or None
