"""Words about tables in templates that get no presenter's page."""

from __future__ import annotations

from django import template

from games.engine import Rules
from games.play.snapshot import TableOptions
from games.presenters.options import brief

register = template.Library()


@register.filter
def in_brief(rules: Rules, options: TableOptions) -> str:
    """What a table plays, in one line: `{{ table.rules|in_brief:table.options }}`."""
    return brief(rules, options)
