"""Files for calendars, read as a reader does that knows no time zone but by its rules in the file."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar, Timezone

from games.web.calendar_files import Appointment, written

MADRID = ZoneInfo("Europe/Madrid")
IRREGULAR = ("Africa/Cairo", "Africa/Casablanca")
"""No rule of the kind that calendars know says when clocks change there."""


def weekly(zone: str) -> bytes:
    starts_at = datetime(2026, 10, 22, 20, tzinfo=ZoneInfo(zone))
    appointment = Appointment("club-1@here", 3, starts_at, timedelta(hours=3), "Club", "https://here/", weekly=True)
    return written([appointment])


@pytest.mark.parametrize(
    ("zone", "rules"),
    [
        ("Europe/Madrid", ["FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"]),
        ("America/New_York", ["FREQ=YEARLY;BYDAY=2SU;BYMONTH=3", "FREQ=YEARLY;BYDAY=1SU;BYMONTH=11"]),
        ("Asia/Kolkata", [None]),
        ("Etc/GMT-3", [None]),
    ],
)
def test_zone_is_written_as_yearly_rules(zone: str, rules: list[str | None]) -> None:
    first, *others = Calendar.from_ical(weekly(zone)).subcomponents
    assert (first.name, first["TZID"], [each.name for each in others]) == ("VTIMEZONE", zone, ["VEVENT"])
    parts = first.subcomponents
    assert [part["RRULE"].to_ical().decode() if "RRULE" in part else None for part in parts] == rules
    assert all("RDATE" not in part for part in parts)


@pytest.mark.parametrize(
    "zone",
    [
        "Europe/Madrid", "Europe/Dublin", "America/New_York", "America/Havana", "America/Santiago", "America/Nuuk",
        "Asia/Jerusalem", "Asia/Kolkata", "Asia/Beirut", "Australia/Lord_Howe", "Pacific/Chatham", "Etc/GMT-3", "GB",
        "US/Pacific", *IRREGULAR,
    ],
)  # fmt: skip
def test_rules_of_the_file_have_the_clocks_of_the_zone(zone: str) -> None:
    """Each day of five years at eight in the evening, by the rules alone and by the zone's own data."""
    [rules] = Calendar.from_ical(weekly(zone)).walk("VTIMEZONE")
    assert isinstance(rules, Timezone)
    by_rules = rules.to_tz(lookup_tzid=False)
    for day in range(5 * 365):
        at = datetime(2026, 1, 1, 20) + timedelta(days=day)
        assert at.replace(tzinfo=by_rules).utcoffset() == at.replace(tzinfo=ZoneInfo(zone)).utcoffset(), at


def test_time_of_the_site_needs_no_zone() -> None:
    file = weekly("UTC").decode()
    assert "DTSTART:20261022T200000Z" in file
    assert "VTIMEZONE" not in file


def test_appointment_that_is_called_off_says_so() -> None:
    off = Appointment(
        "t@here", 2, datetime(2026, 10, 22, 18, tzinfo=UTC), timedelta(hours=1), "Cup", "https://x/", called_off=True
    )
    [entry] = Calendar.from_ical(written([off])).walk("VEVENT")
    assert (entry["STATUS"], entry["SEQUENCE"], entry["DTSTART"].dt) == ("CANCELLED", 2, off.starts_at)


def test_days_left_out_are_at_the_time_of_day_of_the_others() -> None:
    """Clocks go back between the first evening and the one that is left out."""
    days = [datetime(2026, month, 22, 20, tzinfo=MADRID) for month in (10, 12)]
    appointment = Appointment("c@here", 2, days[0], timedelta(hours=3), "Club", "https://x/", "", False, True, days)
    assert "EXDATE;TZID=Europe/Madrid:20261222T200000" in written([appointment]).decode()
