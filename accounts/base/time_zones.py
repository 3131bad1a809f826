"""The time zone of a reader: the one the account has chosen, else the browser's, else UTC.

A script stores the browser's zone in a cookie. Accounts remember it, so that mails and pushes can name local times.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, tzinfo
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

COOKIE: Final = "timezone"
LONGEST_ZONE: Final = 40
_AREAS: Final = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
)  # fmt: skip
_FORMATS: Final = {
    "day": ("MONTH_DAY_FORMAT",),
    "deadline": ("MONTH_DAY_FORMAT", "TIME_FORMAT"),
    "full": ("SHORT_DATETIME_FORMAT",),
}
"""How moments are written, by the kinds that templates and `static/js/times.js` know: "3 Nov", "3 Nov, 14:30", and
"3 Nov 2026, 14:30".
"""


@cache
def known_zones() -> frozenset[str]:
    """Return the names of all time zones, old ones included: browsers still send some."""
    return frozenset(available_timezones()) - {"Factory", "localtime"}


@cache
def zones_by_area() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the zones of places to choose from, by area and name."""
    names = sorted(known_zones())
    return tuple((area, tuple(name for name in names if name.startswith(f"{area}/"))) for area in _AREAS)


def zone_of(user: Any, cookies: Mapping[str, str] | None = None) -> tzinfo:
    """Return the zone of a reader, *user* or an anonymous visitor, whose browser has sent these cookies, if any."""
    chosen, of_browser = getattr(user, "time_zone", ""), getattr(user, "browser_time_zone", "")
    for name in (chosen, (cookies or {}).get(COOKIE, ""), of_browser):
        if name in known_zones():
            return ZoneInfo(name)
    return UTC


def name_of(zone: tzinfo) -> str:
    """Return the name of a zone, as readers see it: "America/New York"."""
    return str(zone).replace("_", " ")


def current_key() -> str:
    """Return the name of the reader's zone as browsers know it; Django's own function calls "Etc/GMT-3" "+03"."""
    return str(timezone.get_current_timezone())


def current_name() -> str:
    """Return the name of the reader's zone, as readers see it."""
    return name_of(timezone.get_current_timezone())


def start_of(day: date) -> datetime:
    """Return when a day begins in the reader's zone, in UTC.

    Where clocks change at midnight, it begins at the first moment of that date.
    """
    try:
        return datetime.combine(day, time.min, timezone.get_current_timezone()).astimezone(UTC)
    except OverflowError:  # the first or last day of the calendar
        return datetime.combine(day, time.min, UTC)


def in_words(at: datetime, kind: str, zone: tzinfo | None = None) -> str:
    """Return a moment in the reader's language and time zone, or in *zone*. `_FORMATS` has the kinds."""
    local = timezone.localtime(at, zone)
    return ", ".join(date_format(local, name) for name in _FORMATS[kind])


def with_zone(at: datetime, kind: str = "full") -> str:
    """Return a moment in plain words with the name of the reader's zone: "3 Nov 2026, 14:30 (Europe/Madrid)"."""
    return f"{in_words(at, kind)} ({current_name()})"


def moment(at: datetime, kind: str = "full", zone: tzinfo | None = None) -> SafeString:
    """Return the element of a moment, which a script shows in the browser's zone if the page has another."""
    words, machines = in_words(at, kind, zone), at.astimezone(UTC).isoformat(timespec="seconds")
    return format_html('<time datetime="{}" data-moment="{}">{}</time>', machines, kind, words)


def named_zone() -> SafeString:
    """Return the name of the reader's zone, which the same script replaces."""
    return format_html('<span data-zone-name translate="no">{}</span>', current_name())
