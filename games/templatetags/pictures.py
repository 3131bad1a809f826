"""Static pictures of the table for texts: `{% picture "bidding" %}`."""

from functools import lru_cache

from django import template
from django.utils.translation import get_language, override

from games.components.html import Html
from games.components.picture import picture as draw_picture
from games.learning.first_deal import PICTURES

register = template.Library()


@register.simple_tag
def picture(name: str) -> Html:
    """Return the picture of this name, made of the table's own parts: to look at, not to click on."""
    return _drawn(name, get_language() or "en")


@lru_cache(maxsize=64)
def _drawn(name: str, language: str) -> Html:
    """The same for everybody, so it is made once for each language."""
    with override(language):
        return draw_picture(PICTURES[name]())
