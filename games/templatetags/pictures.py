"""Pictures of the table in texts: `{% picture "bidding" %}`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override

from games.components.rendering import render_alone
from games.learning.pictures import PICTURES

register = template.Library()

# Several pictures may stand on one page, and as nothing in them can be reached, nothing needs a name of its own.
_HANDLES: Final = re.compile(
    r' (?:id|name|for|action|method|hx-post|data-move|aria-(?:labelledby|describedby))="[^"]*"'
)


@register.simple_tag
def picture(name: str) -> SafeString:
    """The picture of this name, made of the table's own parts: to look at, not to click on."""
    return _rendered(name, get_language() or "en")


@lru_cache(maxsize=64)
def _rendered(name: str, language: str) -> SafeString:
    """The same for everybody, so it is made once for each language."""
    with override(language):
        html = render_alone("games/_picture.html", PICTURES[name]())
    return mark_safe(_HANDLES.sub("", html))  # noqa: S308  # a template's own output, with some of it taken out
