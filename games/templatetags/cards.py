"""The table's fragments in the templates of pages."""

from __future__ import annotations

from collections.abc import Callable

from django import template
from django.utils.safestring import SafeString

from games.components import markup, plates, sheets

register = template.Library()


def tag(draw: Callable[..., str]) -> Callable[..., SafeString]:
    """A template tag named after a function that draws: what such functions make is finished markup."""
    return register.simple_tag(lambda *args: SafeString(draw(*args)), name=draw.__name__)


tag(markup.face)
tag(sheets.explained)
tag(sheets.ready)
tag(sheets.score_table)


@register.simple_tag
def avatar(is_bot: bool, initial: str) -> SafeString:
    """The round picture beside a player's name."""
    return SafeString(plates.avatar(False, is_bot, initial))
