"""Rules to start from: one click on the home page or on the page of a new table.

Staff keep them in the database (`preset_selectors.presets`), which began with the same as these; those here are
offered should they have deleted all of theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import BiddingStyle, PeekRule, Rules
from games.play.snapshot import TableOptions

SOLITARY: Final = TableOptions()


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rules and options. `code` is what a form sends in `preset`."""

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
