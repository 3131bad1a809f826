"""Presets of rules, offered on the home page and on the page of a new table.

Staff edit them in the database. The built-in ones are its initial content, and are offered if the staff has deleted
all.
"""

from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.site_config.settings_cache import cached
from games.bots import Level
from games.engine import BiddingStyle, PeekRule, Rules
from games.models import RulesPreset, rules_of
from games.values import TableOptions
from games.words.options import ExplainedOption, variant, variant_line


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules and options. `code` is the value of a form's `preset` field."""

    code: str
    name: str | Promise
    line: str | Promise
    rules: Rules
    options: TableOptions = field(default_factory=TableOptions)


BUILT_IN: Final[tuple[Preset, ...]] = (
    Preset(
        "classic",
        _("Classic 500"),
        _("The dummy stays face down while you bid; first to 500. The standard game."),
        Rules(),
    ),
    Preset(
        "short",
        _("Short 300"),
        _("The dummy stays face down while you bid; first to 300. A shorter game."),
        Rules(target=300),
    ),
    Preset("three", _("Three Peeky"), _("Each of you sees three cards of the dummy."), Rules(peek=PeekRule.THREE)),
    Preset("flip2", _("Flip 2"), _("Six cards of the dummy lie open while you bid."), Rules(peek=PeekRule.FLIP2)),
    Preset(
        "suicide", _("Suicide"), _("Each side has to bid nil on one of its hands."), Rules(bidding=BiddingStyle.SUICIDE)
    ),
    Preset("mirror", _("Mirror"), _("You bid as many tricks as you have spades."), Rules(bidding=BiddingStyle.MIRROR)),
)


def presets() -> list[Preset]:
    """Return all presets in the reader's language, the default first; the built-in ones if the staff has none."""
    rows = cached(RulesPreset.cache_name, lambda: list(RulesPreset.objects.all()))
    return [_preset(row) for row in rows] or list(BUILT_IN)


def of_deal(rules: Rules) -> tuple[PeekRule, BiddingStyle]:
    """Return what matters of the rules in a single deal from 0 points."""
    return rules.peek, rules.bidding


def for_single_deals() -> list[ExplainedOption]:
    """Return the presets that differ in a single deal from 0 points, one for each set of rules.

    They are named after these rules, because their own names and lines describe the length of a game.
    """
    ready: dict[tuple[PeekRule, BiddingStyle], str] = {}
    for preset in presets():
        ready.setdefault(of_deal(preset.rules), preset.code)
    return [(code, variant(*rules), variant_line(*rules)) for rules, code in ready.items()]


def for_first_game() -> Preset:
    """Return what a newcomer plays against bots if no preset is chosen: a shorter game with weaker bots, unless staff
    have another default than the classic game.
    """
    usual = presets()[0]
    if usual.code != BUILT_IN[0].code:
        return usual
    return replace(usual, rules=replace(usual.rules, target=200), options=replace(usual.options, bot_level=Level.CLUB))


def preset(code: str) -> Preset:
    """Return the preset with this code, or the default if there is none."""
    known = presets()
    return next((preset for preset in known if preset.code == code), known[0])


def _preset(row: RulesPreset) -> Preset:
    name, line = row.words
    options = TableOptions(clock=row.clock, patience=row.patience, bot_level=row.bot_level)
    return Preset(row.code, name, line, rules_of(row), options)
