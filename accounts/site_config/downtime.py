"""Downtime: time in which no ticker was running. It counts against nobody: clocks stop, nobody counts as away, nothing
expires.

Tickers store it (`service.py`) and put off the deadlines that are stored. Code that counts from a stored moment, as
clocks do, uses this module. Each process keeps the stored downtimes in memory, so that this is cheap.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Final, NamedTuple

from django.conf import settings
from django.db.models import Min
from django.utils import timezone

from accounts.site_config.models import LOST_AFTER, Downtime, Process, Service

SHORTEST: Final = timedelta(seconds=5)
"""A ticker that has not checked for due work for longer than this was down, or too busy."""

KEPT_FOR: Final = timedelta(days=90)
"""How long downtimes are stored: no clock has run for longer."""

REFRESHED_EVERY: Final = 2.0
"""Seconds after which a process that writes games looks up again whether there was a downtime."""


class Span(NamedTuple):
    """A time from `start` to `end`."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class _Known:
    """The stored downtimes, as this process last read them.

    While no ticker serves, `served_until` is when one did last. `reachable_since` is the moment since which processes
    have answered requests without a break, if they store that.
    """

    spans: tuple[Span, ...] = ()
    served_until: datetime | None = None
    reachable_since: datetime | None = None


_known = _Known()
_loaded_at = 0.0


def load() -> None:
    """Read what is stored."""
    global _known, _loaded_at  # what this process remembers
    now = timezone.now()
    rows = Downtime.objects.filter(end__gt=now - KEPT_FOR).order_by("start").values_list("start", "end")
    served_at = Service.objects.values_list("served_at", flat=True).first()
    is_down = served_at is not None and now - served_at > SHORTEST
    _known = _Known(tuple([Span(*row) for row in rows]), served_at if is_down else None, _answering_since(now))
    _loaded_at = monotonic()


def _answering_since(now: datetime) -> datetime | None:
    """Return since when a process that runs has answered requests; now if none does."""
    if not settings.HEARTBEAT_SECONDS:
        return None
    answering = Process.objects.filter(answers=True, seen_at__gt=now - LOST_AFTER)
    since: datetime | None = answering.aggregate(since=Min("started_at"))["since"]
    return since or now


def refresh() -> None:
    """Read what is stored, unless that was done a moment ago."""
    if settings.HEARTBEAT_SECONDS and monotonic() - _loaded_at >= REFRESHED_EVERY:
        load()


def forget() -> None:
    """Drop what was read, as in a process that has just started."""
    global _known, _loaded_at
    _known, _loaded_at = _Known(), 0.0


def after(since: datetime) -> list[Span]:
    """Return the downtimes that ended after this moment, in order; a current one counts as ending now."""
    spans = _known.spans
    if _known.served_until is not None:
        spans = (*spans, Span(_known.served_until, timezone.now()))
    if not spans or spans[-1].end <= since:
        return []
    return [span for span in spans if span.end > since]


def put_off(moment: datetime, since: datetime) -> datetime:
    """Return when a time limit that began at `since` is up, if it would have been up at this moment without
    downtime.
    """
    for start, end in after(since):
        if start < moment:
            moment += max(timedelta(), end - max(start, since))
    return moment


def lasted(since: datetime, until: datetime) -> timedelta:
    """Return how long no ticker was running between two moments."""
    spans = [min(end, until) - max(start, since) for start, end in after(since) if start < until]
    return sum((span for span in spans if span > timedelta()), timedelta())


def served_until() -> datetime:
    """Return until when tickers have served: now, or while none does, when the downtime began that will be stored."""
    load()
    return _known.served_until or timezone.now()


def reachable_since() -> datetime | None:
    """Return since when players can reach the site and are served; None if it was never unreachable."""
    ends = [span.end for span in after(timezone.now() - KEPT_FOR)[-1:]]
    if _known.reachable_since is not None:
        ends.append(_known.reachable_since)
    return max(ends, default=None)


def remove_old() -> int:
    """Delete old downtimes; return how many there were."""
    return Downtime.objects.filter(end__lte=timezone.now() - KEPT_FOR).delete()[0]
