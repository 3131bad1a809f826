"""Filters by which templates write names, without `{% load %}`."""

from django import template
from django.template.defaultfilters import stringfilter

from accounts.base import names

register = template.Library()


@register.filter
@stringfilter
def isolated(name: str) -> str:
    """Return a name that does not change the order of the text beside it."""
    return names.isolated(name)
