"""The time left until a moment, and the moment in the reader's time zone, drawn when the page is put together.

A script counts down from the seconds that are sent, so the clock of the reader's device does not matter. It also shows
moments in the reader's time zone, where they were drawn for everybody.
"""

from dataclasses import dataclass
from datetime import datetime, tzinfo

from django.utils import timezone

from accounts.base import time_zones
from games.components.html import NOTHING, Html, Page, Template
from games.words.names import days_and_hours, forms_of_days_and_hours

_LEFT = Template('<span data-seconds="{left}"{words}>{shown}</span>')
_WORDS = Template(' data-words="{words}"')


@dataclass(frozen=True, slots=True)
class Countdown:
    """The time left until `at`, in minutes and seconds, or in days and hours."""

    at: datetime
    in_days: bool = False

    def render(self, page: Page) -> str:
        """Return the time that is left now."""
        left = max(0.0, (self.at - timezone.now()).total_seconds())
        return draw_days_left(left) if self.in_days else draw_left(left)


def draw_left(seconds: float) -> Html:
    """Draw seconds that count down: "2:05"."""
    return _LEFT(left=f"{seconds:.1f}", words=NOTHING, shown=minutes(seconds))


def draw_days_left(seconds: float) -> Html:
    """Draw seconds that count down by the minute: "2 d 5 h"."""
    words = _WORDS(words="|".join(forms_of_days_and_hours()))
    return _LEFT(left=f"{seconds:.1f}", words=words, shown=days_and_hours(seconds))


def draw_moment(at: datetime, kind: str, zone: tzinfo) -> Html:
    """Draw a moment in this time zone."""
    return Html(time_zones.moment(at, kind, zone))


def minutes(seconds: float) -> str:
    """Return a time in minutes and seconds: "2:05"."""
    whole = -int(-seconds // 1)
    return f"{whole // 60}:{whole % 60:02d}"
