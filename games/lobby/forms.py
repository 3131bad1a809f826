"""Forms of tables. They check the shape of the data; the engine and the services check the rules."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.base.names import without_controls
from accounts.names.services import NAME_NOT_WANTED
from accounts.site_config.words import has_blocked_word
from games.engine import BAG_LIMITS, PLAYERS, TARGETS, Rules, rules_from_json
from games.models import Proposal, TableOptions
from games.play.event_log import LATEST_VERSION
from games.words.options import BOT_PAUSES, BOTS, CLOCKS, PATIENCES, PEEKS, PLAYING_STYLES, STYLES, ExplainedOption

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

    name = forms.CharField(
        label=_("Name of the table"), max_length=40, required=False, help_text=_("Leave it empty and we find one.")
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
        help_text=_("Somebody down there ends the game, −500 for example. Empty: no floor."),
        error_messages=dict.fromkeys(("min_value", "max_value"), _("From −10,000 to −1, or empty.")),
    )

    public = forms.BooleanField(
        label=_("Public"), required=False, help_text=_("Everyone finds it in the lobby. Otherwise by its link only.")
    )
    spectators = forms.BooleanField(
        label=_("Spectators"), required=False, help_text=_("Others may watch. They never see a hidden card.")
    )
    delayed = forms.BooleanField(
        label=_("One deal behind"),
        required=False,
        help_text=_("Spectators see a deal when it has ended, and nothing of the one that is played."),
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
    patience = forms.TypedChoiceField(
        label=_("Waits for who is away"),
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

    def clean_name(self) -> str:
        """Refuse blocked words: the name is shown in the lobby."""
        name = without_controls(self.cleaned_data["name"])
        if has_blocked_word(name):
            raise forms.ValidationError(NAME_NOT_WANTED, code="name_not_wanted")
        return name

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


class SeatForm(forms.Form):
    """One of the three seats of a table."""

    player = forms.TypedChoiceField(choices=[(player, player) for player in PLAYERS], coerce=int)


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


class SitForm(SeatForm, SeedForm):
    """A free seat, and the seed of who sits down there."""


class StartForm(VersionedForm, SeedForm):
    """The version of the table that the host saw, and the host's seed."""


class ProposalForm(forms.Form):
    """What a player proposes to the others."""

    kind = forms.TypedChoiceField(
        choices=[(kind.value, kind.label) for kind in (Proposal.TAKE_BACK, Proposal.END)], coerce=Proposal
    )
