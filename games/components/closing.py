"""How long the table still has, where a round of a tournament or a set of deals ends by the clock."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Page, Template, cached
from games.components.parts import drawn
from games.components.times import draw_left
from games.words.language_cache import gettext as _

LAST_HOUR: Final = 60 * 60
"""Seconds before its end from which on a board of a set says so: it is open all day. A round always does."""

_LEFT = Template('<span class="closes"{within}><span class="closes-words">{words} </span>{left}</span>')
_WITHIN = cached(' data-within="{seconds}"')
_WITHIN_LATER = cached(' data-within="{seconds}" hidden')


@dataclass(frozen=True, slots=True)
class Closing:
    """The time left until the table ends, in these words; only `within` so many seconds before, if it is not 0. A
    script shows it then.
    """

    at: datetime
    words: str
    within: int = 0

    def render(self, page: Page) -> str:
        """Return the time that is left now."""
        left = max(0.0, (self.at - timezone.now()).total_seconds())
        return _LEFT(within=self._within(left), words=self.words, left=draw_left(left))

    def _within(self, left: float) -> Html:
        if not self.within:
            return NOTHING
        return (_WITHIN_LATER if left > self.within else _WITHIN)(seconds=self.within)


def _draw_closing(context: TableContext) -> Content:
    """Draw how long is left, but not in a pause of a tournament, in which that stands still."""
    snapshot = context.snapshot
    if snapshot.closes_at is None or snapshot.pause is not None:
        return NOTHING
    if snapshot.round is not None:
        return (Closing(snapshot.closes_at, _("The round ends in")),)
    return (Closing(snapshot.closes_at, _("It closes in"), LAST_HOUR),)


CLOSING: Final = drawn("closing", _draw_closing)
