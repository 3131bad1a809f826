"""The tag `{% icon %}`, which templates use without `{% load %}`."""

from django import template

from games.components.html import Html
from games.components.icons import ICONS

register = template.Library()


@register.simple_tag
def icon(name: str) -> Html:
    """Return a small picture beside words, which say the same; that of a place has its name."""
    return ICONS[name]
