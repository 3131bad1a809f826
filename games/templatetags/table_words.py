"""A description of a table for templates without a presenter."""

from django import template

from games.engine import Rules
from games.models.values import TableOptions
from games.presenters.options import brief

register = template.Library()


@register.filter
def in_brief(rules: Rules, options: TableOptions) -> str:
    """Return the rules and options in one line: `{{ table.rules|in_brief:table.options }}`."""
    return brief(rules, options)
