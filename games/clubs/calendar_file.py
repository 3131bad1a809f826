"""The evenings of a club as a file for calendars (RFC 5545)."""

from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from icalendar import Calendar, Event

from games.clubs.queries import EVENING
from games.models import ClubSeries, SeriesKind
from games.tournaments.ending import BREAK

_DAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def of_series(series: ClubSeries, address: str, host: str) -> bytes:
    """Return the file with the standing evening, in the time zone of the club; `address` is that of its page."""
    file = Calendar()
    file.add("prodid", "-//Dummy Hand Spades//clubs//")
    file.add("version", "2.0")
    file.add_component(_entry(series, address, host))
    file.add_missing_timezones()
    return bytes(file.to_ical())


def _entry(series: ClubSeries, address: str, host: str) -> Event:
    starts_at = series.next_at.astimezone(ZoneInfo(series.time_zone))
    entry = Event()
    entry.add("uid", f"club-{series.club.code}@{host}")
    entry.add("dtstamp", timezone.now())
    entry.add("dtstart", starts_at.replace(hour=series.at.hour, minute=series.at.minute))
    entry.add("duration", _longest(series))
    entry.add("rrule", {"freq": "weekly", "byday": [_DAYS[series.weekday]]})
    entry.add("summary", series.club.name)
    entry.add("url", address)
    return entry


def _longest(series: ClubSeries) -> timedelta:
    """Return the time that an evening takes at most."""
    if series.kind == SeriesKind.TABLES:
        return EVENING
    return series.rounds * timedelta(minutes=series.minutes) + (series.rounds - 1) * BREAK
