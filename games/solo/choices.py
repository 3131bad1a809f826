"""The choice of a new game: what the fields of its form say, as browsers send them."""

from dataclasses import asdict
from typing import Final
from urllib.parse import parse_qsl

from django.utils.translation import gettext

from games.bots import MIXED, Level, PlayingStyle
from games.engine import BiddingStyle, PeekRule, Rules
from games.solo.game import Setup, new_setup
from games.values import TableOptions

BOT_NAMES: Final = ("Greta", "Blaise")

FIELDS: Final = ("peek", "bidding", "target", "bag_limit", "bot_level", "bot_style")
"""The fields of the form, which are those of a new table of the site."""


def chosen(query: str, *, with_experts: bool) -> Setup:
    """Return what a new game begins with by the fields in a query; the site's own choice for those that are missing.

    Raises ValueError if that is no game. Without the search, bots are beginners.
    """
    fields = asdict(Rules()) | asdict(TableOptions()) | dict(parse_qsl(query))
    limit = fields["bag_limit"]
    rules = Rules(
        PeekRule(fields["peek"]),
        BiddingStyle(fields["bidding"]),
        int(fields["target"]),
        None if limit in (None, "off") else int(limit),
    )
    level = Level(fields["bot_level"]) if with_experts else Level.BEGINNER
    style = fields["bot_style"]
    return new_setup(rules, (gettext("Player"), *BOT_NAMES), level, style if style == MIXED else PlayingStyle(style))
