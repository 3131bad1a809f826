"""Files for calendars (RFC 5545), which Outlook, Google and Apple read.

A single appointment is written in UTC. A weekly one keeps its time of day in a zone, whose clock changes the file lists
as yearly rules, because not every program knows the zone by its name.
"""

import calendar
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.utils import timezone
from icalendar import Calendar, Event, Timezone, TimezoneDaylight, TimezoneStandard, vRecur

from games.web import downloads

_DAYS: Final = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_YEARS: Final = 28
"""A rule has to hold for this many years, within which each date falls on each weekday."""
_YEARS_ONE_BY_ONE: Final = 12


@dataclass(frozen=True, slots=True)
class Appointment:
    """A calendar entry. `sequence` grows with each change; a `weekly` one does not take place on the days `left_out`.

    `starts_at` is in the zone of the file: UTC, or for a weekly entry the zone in which its time of day stays the same.
    """

    uid: str
    sequence: int
    starts_at: datetime
    lasts: timedelta
    name: str
    address: str
    text: str = ""
    called_off: bool = False
    weekly: bool = False
    left_out: Sequence[datetime] = ()


def response(appointments: Iterable[Appointment], name: str) -> HttpResponse:
    """Return a download of the file, with this name."""
    return downloads.file(written(appointments), name, "ics")


def written(appointments: Iterable[Appointment]) -> bytes:
    """Return the file with these appointments; those in zones other than UTC come alone."""
    file = Calendar()
    file.add("prodid", "-//Dummy Hand Spades//EN")
    file.add("version", "2.0")
    for appointment in appointments:
        zone = appointment.starts_at.tzinfo
        if isinstance(zone, ZoneInfo) and zone.key != "UTC":
            file.add_component(_time_zone(zone.key, zone_rules(zone, appointment.starts_at.year)))
        file.add_component(_event(appointment))
    return bytes(file.to_ical())


def _event(appointment: Appointment) -> Event:
    event = Event()
    event.add("uid", appointment.uid)
    event.add("sequence", appointment.sequence)
    event.add("dtstamp", timezone.now().astimezone(UTC))
    event.add("dtstart", appointment.starts_at)
    event.add("dtend", appointment.starts_at + appointment.lasts)
    event.add("summary", appointment.name)
    if appointment.text:
        event.add("description", appointment.text)
    event.add("url", appointment.address)
    event.add("status", "CANCELLED" if appointment.called_off else "CONFIRMED")
    if appointment.weekly:
        event.add("rrule", {"freq": "weekly", "byday": [_DAYS[appointment.starts_at.weekday()]]})
    for at in appointment.left_out:
        event.add("exdate", at)
    return event


class Change(NamedTuple):
    """A moment at which clocks change: what they show just before, and the offsets before and after."""

    at: datetime
    before: timedelta
    after: timedelta
    name: str
    is_daylight: bool


class Rule(NamedTuple):
    """A yearly change, of which this is the `first`, with the parts of its RRULE; None for a single change."""

    first: Change
    parts: dict[str, object] | None


@cache
def zone_rules(zone: ZoneInfo, year: int) -> tuple[Rule, ...]:
    """Return the rules by which clocks change in a zone from the year before this one on.

    Where there is no such rule, for example where clocks change with the moon, the changes of some years are listed one
    by one.
    """
    by_year = [_changes(zone, each) for each in range(year - 1, year + _YEARS)]
    if not any(by_year):
        start = datetime(year - 1, 1, 1)
        offset = zone.utcoffset(start) or timedelta()
        return (Rule(Change(start, offset, offset, zone.tzname(start) or "", is_daylight=False), None),)
    is_regular = len({len(changes) for changes in by_year}) == 1
    rules = [_rule(changes) for changes in zip(*by_year, strict=True)] if is_regular else [None]
    known = [rule for rule in rules if rule is not None]
    if len(known) == len(rules):
        return tuple(known)
    return tuple(Rule(change, None) for changes in by_year[:_YEARS_ONE_BY_ONE] for change in changes)


def _changes(zone: tzinfo, year: int) -> list[Change]:
    """Return the changes of a year, to the second."""
    start, end = (datetime(each, 1, 1, tzinfo=UTC) for each in (year, year + 1))
    weeks = [*(start + number * timedelta(days=7) for number in range(53)), end]
    pairs = [pair for pair in pairwise(weeks) if _offset(pair[0], zone) != _offset(pair[1], zone)]
    return [_change_between(before, after, zone) for before, after in pairs]


def _change_between(before: datetime, after: datetime, zone: tzinfo) -> Change:
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=(after - before) // timedelta(seconds=2))
        same = _offset(middle, zone) == _offset(before, zone)
        before, after = (middle, after) if same else (before, middle)
    old, local = _offset(before, zone), after.astimezone(zone)
    return Change(after.replace(tzinfo=None) + old, old, _offset(after, zone), local.tzname() or "", bool(local.dst()))


def _offset(at: datetime, zone: tzinfo) -> timedelta:
    return at.astimezone(zone).utcoffset() or timedelta()


def _rule(changes: Sequence[Change]) -> Rule | None:
    """Return the rule that these changes, one of each year, follow; None if there is none."""
    first = changes[0]
    alike = {(each.at.month, each.at.weekday(), each.at.time(), *each[1:]) for each in changes}
    days = [each.at.day for each in changes]
    if len(alike) > 1 or max(days) - min(days) > 6:
        return None
    return Rule(first, {"freq": "yearly", "bymonth": first.at.month, **_week(first.at, min(days))})


def _week(at: datetime, first_day: int) -> dict[str, object]:
    """Return which occurrence of its weekday in the month has this day as its earliest date."""
    day = _DAYS[at.weekday()]
    if first_day == calendar.monthrange(2027, at.month)[1] - 6:
        return {"byday": f"-1{day}"}
    if first_day % 7 == 1:
        return {"byday": f"{first_day // 7 + 1}{day}"}
    return {"byday": day, "bymonthday": list(range(first_day, first_day + 7))}


def _time_zone(name: str, rules: Sequence[Rule]) -> Timezone:
    zone = Timezone()
    zone.add("tzid", name)
    for rule in rules:
        part = TimezoneDaylight() if rule.first.is_daylight else TimezoneStandard()
        part.add("dtstart", rule.first.at)
        part.add("tzoffsetfrom", rule.first.before)
        part.add("tzoffsetto", rule.first.after)
        part.add("tzname", rule.first.name)
        if rule.parts:
            part.add("rrule", vRecur(rule.parts))
        zone.add_component(part)
    return zone
