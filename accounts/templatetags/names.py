"""Filters by which templates write names, without `{% load %}`."""

from django import template
from django.template.defaultfilters import stringfilter

from accounts.base import names

register = template.Library()


@register.filter
@stringfilter
def isolated(name: str) -> str:
    """Return a name that leaves the order of what stands beside it alone."""
    return names.isolated(name)
