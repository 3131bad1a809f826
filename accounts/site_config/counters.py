"""What is counted by the hour, and whether the ticker beats: kept in the cache, for the staff's first page.

A count may be lost with the cache, and nothing but a figure on that page depends on it.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.core.cache import cache
from django.utils import timezone

DAYS_KEPT: Final = 14
_KEPT_FOR: Final = (DAYS_KEPT + 1) * 24 * 60 * 60
_BEAT: Final = "site_config.beat"


class Counted(StrEnum):
    """What is counted."""

    ERROR = "error"
    TIME_OUT = "time-out"


def count(what: Counted) -> None:
    """One more of these, now."""
    key = _key(what, timezone.now())
    if not cache.add(key, 1, _KEPT_FOR):
        cache.incr(key)


def by_day(what: Counted) -> list[int]:
    """How many there were on each of the last `DAYS_KEPT` days (UTC), today last."""
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    days = [today - timedelta(days=ago) for ago in reversed(range(DAYS_KEPT))]
    keys = [[_key(what, day + timedelta(hours=hour)) for hour in range(24)] for day in days]
    found = cache.get_many([key for day in keys for key in day])
    return [sum(found.get(key, 0) for key in day) for day in keys]


def beat() -> None:
    """A ticker has just looked for what is due."""
    cache.set(_BEAT, timezone.now(), _KEPT_FOR)


def last_beat() -> datetime | None:
    """When a ticker last looked; None if that is not known."""
    moment: datetime | None = cache.get(_BEAT)
    return moment


def _key(what: Counted, moment: datetime) -> str:
    return f"site_config.count.{what}.{moment:%Y%m%d%H}"


class ErrorCounter(logging.Handler):
    """Counts what is logged as an error, refused requests aside: those are somebody else's mistakes."""

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("django.security"):
            try:
                count(Counted.ERROR)
            except Exception:
                self.handleError(record)
