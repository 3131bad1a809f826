"""Time without weekends: where they are off in a game by turns, no clock runs on a player's Saturday and Sunday."""

from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import Final

_SATURDAY: Final = 5
_DAY: Final = timedelta(days=1)


def after(since: datetime, seconds: float, zone: tzinfo) -> datetime:
    """Return the moment `seconds` after a start, not counting weekends in this time zone."""
    moment, left = _when_it_counts(since, zone), seconds
    while (rest := (_saturday(moment, zone) - moment).total_seconds()) < left:
        moment, left = _when_it_counts(moment + timedelta(seconds=rest), zone), left - rest
    return moment + timedelta(seconds=left)


def seconds_between(since: datetime, until: datetime, zone: tzinfo) -> float:
    """Return the seconds between two moments, not counting weekends in this time zone; 0 if `until` is earlier."""
    moment, counted = _when_it_counts(since, zone), 0.0
    while moment < until:
        end = min(_saturday(moment, zone), until)
        counted += (end - moment).total_seconds()
        moment = _when_it_counts(end, zone)
    return counted


def _when_it_counts(moment: datetime, zone: tzinfo) -> datetime:
    """Return this moment, or on a weekend the beginning of Monday."""
    local = moment.astimezone(zone)
    return moment if local.weekday() < _SATURDAY else _midnight(local, 7 - local.weekday())


def _saturday(moment: datetime, zone: tzinfo) -> datetime:
    """Return when the next Saturday begins, after a moment on a weekday."""
    local = moment.astimezone(zone)
    return _midnight(local, _SATURDAY - local.weekday())


def _midnight(local: datetime, days: int) -> datetime:
    """Return the beginning of the day that many days later."""
    return datetime.combine(local.date() + days * _DAY, time.min, local.tzinfo).astimezone(UTC)
