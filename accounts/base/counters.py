"""Hourly counters, kept in the cache for the staff's dashboard, and a counter of errors for monitoring.

Hourly counts may be lost with the cache; nothing but the dashboard uses them.
"""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.core.cache import cache
from django.utils import timezone
from prometheus_client import Counter as Figure

from accounts.base.outages import OUTAGE

ERRORS: Final = Figure("spades_errors_total", "Errors in the log of this process.")

DAYS: Final = 14
_LIFETIME: Final = (DAYS + 1) * 24 * 60 * 60


class Counter(StrEnum):
    """Names of the counters."""

    ERROR = "error"
    TIME_OUT = "time-out"


def increment(counter: Counter) -> None:
    """Add one to a counter's current hour."""
    key = _key(counter, timezone.now())
    with suppress(ValueError, *OUTAGE):  # ValueError: the cache has dropped the key since the line before
        if not cache.add(key, 1, _LIFETIME):
            cache.incr(key)


def by_day(counter: Counter) -> list[int]:
    """Return the counts of the last `DAYS` days (UTC), today last."""
    today = timezone.now().replace(hour=0, minute=0, second=0, microsecond=0)
    days = [today - timedelta(days=ago) for ago in reversed(range(DAYS))]
    keys = [[_key(counter, day + timedelta(hours=hour)) for hour in range(24)] for day in days]
    counts = cache.get_many([key for day in keys for key in day])
    return [sum(counts.get(key, 0) for key in day) for day in keys]


def _key(counter: Counter, moment: datetime) -> str:
    return f"site_config.count.{counter}.{moment:%Y%m%d%H}"


class ErrorCounter(logging.Handler):
    """Logging handler that counts errors, except refused requests (`django.security`)."""

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith("django.security"):
            ERRORS.inc()
            try:
                increment(Counter.ERROR)
            except Exception:
                self.handleError(record)
