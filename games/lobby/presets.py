"""Presets of rules, offered on the home page and on the page of a new table.

Staff edit them in the database (`preset_queries.presets`). The built-in ones here are its initial content, and are
offered if the staff has deleted all.
"""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import BiddingStyle, PeekRule, Rules
from games.models.values import TableOptions

SOLITARY: Final = TableOptions()


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules and options. `code` is the value of a form's `preset` field."""

    code: str
    name: str | Promise
    line: str | Promise
    rules: Rules
    options: TableOptions = SOLITARY


BUILT_IN: Final[tuple[Preset, ...]] = (
    Preset("classic", _("Classic 500"), _("No peeking, first to 500. The game as it is meant."), Rules()),
    Preset("short", _("Short 300"), _("The same to 300: about six deals."), Rules(target=300)),
    Preset("three", _("Three Peeky"), _("Each of you sees three cards of the dummy."), Rules(peek=PeekRule.THREE)),
    Preset("flip2", _("Flip 2"), _("Six cards of the dummy lie open while you bid."), Rules(peek=PeekRule.FLIP2)),
    Preset("suicide", _("Suicide"), _("One hand of every side is nil."), Rules(bidding=BiddingStyle.SUICIDE)),
    Preset("mirror", _("Mirror"), _("You bid your spades, no more and no less."), Rules(bidding=BiddingStyle.MIRROR)),
)
