"""When a club that meets each week meets: pure functions of a weekday, a time of day and a time zone.

Where clocks go forward over that time of day, it is read with the offset from before, and where they go back over it,
the first of the two moments counts: as RFC 5545 (3.3.5) has it, so that calendars show the same.
"""

from datetime import UTC, datetime, time, timedelta, tzinfo

WEEK = timedelta(days=7)


def next_meeting(weekday: int, at: time, zone: tzinfo, after: datetime) -> datetime:
    """Return the first moment after another, in UTC, that is `at` this time on this weekday (0 is Monday) there."""
    day = after.astimezone(zone).date() - timedelta(days=1)  # the offset may have changed since
    day += timedelta(days=(weekday - day.weekday()) % 7)
    while (meeting := datetime.combine(day, at, zone).astimezone(UTC)) <= after:
        day += WEEK
    return meeting
