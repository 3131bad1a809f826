"""Columns and choices that several tables have."""

from typing import Any, Final

from django.db import models

from games.models import rules

CLOCKS: Final = [
    ("none", "no clock"),
    ("relaxed", "relaxed"),
    ("normal", "normal"),
    ("fast", "fast"),
    ("1day", "one day a move"),
    ("3days", "three days a move"),
    ("7days", "seven days a move"),
]
PROPOSALS: Final = [
    ("", "nothing"),
    ("back", "take the last move back"),
    ("end", "end the game"),
    ("wait", "pause the game"),
]
COMPANIES: Final = [("people", "people only"), ("bots", "with bots"), ("api", "with bots of the API")]


def style_columns() -> dict[str, models.Field[Any, Any]]:
    """Return the columns by which results are distinguished."""
    return {
        "peek": models.CharField(choices=rules.peek_choices, max_length=8, verbose_name="peeking"),
        "bidding": models.CharField(choices=rules.bidding_choices, max_length=8, verbose_name="bidding style"),
    }


def rules_columns() -> dict[str, models.Field[Any, Any]]:
    """Return the columns of all rules."""
    return {
        **style_columns(),
        "target": models.PositiveSmallIntegerField(verbose_name="target"),
        "bag_limit": models.PositiveSmallIntegerField(null=True, blank=True, verbose_name="bag limit"),
        "floor": models.IntegerField(null=True, blank=True, verbose_name="floor"),
    }
