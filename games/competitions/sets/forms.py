"""The form of a new challenge."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _, gettext_lazy

from games.bots import Level
from games.engine import BiddingStyle, PeekRule, Rules
from games.lobby import presets
from games.lobby.forms import explained
from games.web.fields import PlayerField, VisitorField
from games.words.options import BOTS, ExplainedOption, variant

SIZES: Final = (
    ("3", gettext_lazy("3 deals"), gettext_lazy("A quarter of an hour.")),
    ("5", gettext_lazy("5 deals"), gettext_lazy("Less luck: half an hour.")),
    ("10", gettext_lazy("10 deals"), gettext_lazy("Who plays better? An hour, in as many sittings as you like.")),
)
"""How many boards a challenge may have."""

AND: Final = ":"
"""What stands between peek rule and bidding style in the value of a choice."""


class ChallengeForm(forms.Form):
    """How many boards, under which ready set of rules, against which bots, and perhaps whom to challenge."""

    visitor = VisitorField()
    count = explained(gettext_lazy("Deals"), SIZES)
    preset = explained(gettext_lazy("Rules"), ())
    bot_level = explained(gettext_lazy("Bots"), BOTS)
    invite = PlayerField(required=False)

    def __init__(self, data: Mapping[str, Any] | None, asked: Mapping[str, Any], *, is_visitor: bool) -> None:
        """Read the form from `data`, or offer one with the rules and the name that a link has `asked` for.

        A link names a ready set of rules, or the `peek` rule and `bidding` style of a game; if no ready set has these,
        they are one more choice.
        """
        rules = rules_named(f"{asked.get('peek')}{AND}{asked.get('bidding')}")
        ready, chosen = presets.for_single_deals(), _code_of(rules or presets.preset(asked.get("preset", "")).rules)
        if data is not None:
            ready = [*_of_game(rules_named(data.get("preset", ""))), *ready]
        elif not chosen:
            ready = [*_of_game(rules), *ready]
        first = {
            "count": "3",
            "preset": chosen or ready[0][0],
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
        chosen = self.cleaned_data["preset"]
        return rules_named(chosen) or presets.preset(chosen).rules


def rules_named(name: str) -> Rules | None:
    """Return the rules whose peek rule and bidding style a choice of the form names; None for any other choice."""
    peek, _and, bidding = name.partition(AND)
    try:
        return Rules(PeekRule(peek), BiddingStyle(bidding))
    except ValueError:
        return None


def _of_game(rules: Rules | None) -> list[ExplainedOption]:
    """Return the choice of the rules of a game, which a link has asked for."""
    if rules is None:
        return []
    peek, bidding = presets.of_deal(rules)
    return [(f"{peek}{AND}{bidding}", variant(peek, bidding), _("The rules of that game."))]


def _code_of(rules: Rules) -> str:
    """Return the ready set with these rules, "" if there is none."""
    ready = (code for code, _name, _line in presets.for_single_deals())
    return next((code for code in ready if presets.of_deal(presets.preset(code).rules) == presets.of_deal(rules)), "")


class ReceiverForm(forms.Form):
    """The name of a player to whom a challenge is sent."""

    name = PlayerField()
