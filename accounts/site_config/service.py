"""The record of service: when a ticker was last running. A gap is a downtime, stored once however many tickers there
are.

Each ticker checks before it does anything. The machine's clock may also be set: if ahead, that looks like a downtime,
and is one if the machine has slept; if back, the supposed downtime is undone.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.site_config import downtime
from accounts.site_config.downtime import SHORTEST, Span
from accounts.site_config.models import Downtime, Service

logger = logging.getLogger(__name__)

RECORDED_EVERY: Final = 2.0
"""Seconds after which a ticker looks again at the record."""


class Receiver(NamedTuple):
    """What is done with deadlines, in the transaction in which a downtime is stored.

    `put_off` is given the downtime; `take_back` one that was longer than it should have been, with its right end;
    `look_again` gets by how much the clock was set back; stored moments in the future are then wrong.
    """

    put_off: Callable[[Span], object]
    take_back: Callable[[Span, datetime], object]
    look_again: Callable[[datetime, timedelta], object]


class _Watch:
    """When this process last checked, by the wall clock and by the monotonic clock."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._looked: tuple[datetime, float] | None = None

    def set_back_by(self, now: datetime, served_at: datetime) -> timedelta:
        """Return by how much the clock was set back since the last look, or, as far as a process that has just started
        can know, since a ticker served last.
        """
        if self._looked is None:
            return served_at - now
        return -self._set_by(now)

    def was_set(self, now: datetime) -> bool:
        """Return whether the clock was set since the last look."""
        return abs(self._set_by(now)) > SHORTEST

    def _set_by(self, now: datetime) -> timedelta:
        if self._looked is None:
            return timedelta()
        wall, steady = self._looked
        return now - wall - timedelta(seconds=monotonic() - steady)

    def is_due(self) -> bool:
        return self._looked is None or monotonic() - self._looked[1] >= RECORDED_EVERY

    def looked(self, wall: datetime, steady: float) -> None:
        self._looked = wall, steady


_watch = _Watch()


def look(receiver: Receiver) -> None:
    """Store that a ticker serves, every few seconds; before that, what has to be done if none has for a while."""
    with _watch.lock:
        now, steady = timezone.now(), monotonic()
        if not _watch.is_due() and not _watch.was_set(now):
            return
        _record(receiver)
        downtime.load()
        _watch.looked(now, steady)


def forget() -> None:
    """Forget the last look, as a process that has just started."""
    global _watch
    _watch = _Watch()


def _record(receiver: Receiver) -> None:
    served_at = Service.objects.values_list("served_at", flat=True).first()
    now = timezone.now()
    if served_at is None:
        Service.objects.bulk_create([Service(pk=1, served_at=now)], ignore_conflicts=True)
    elif abs(now - served_at) >= timedelta(seconds=RECORDED_EVERY):
        _record_locked(receiver)


@transaction.atomic
def _record_locked(receiver: Receiver) -> None:
    row = Service.objects.select_for_update().get()  # another ticker may have stored the downtime meanwhile
    now = timezone.now()  # after the lock: time spent waiting for it must not look like a clock set back
    if now - row.served_at > SHORTEST:
        _store(receiver, Span(row.served_at, now))
    elif row.served_at - now > SHORTEST and (by := _watch.set_back_by(now, row.served_at)) > SHORTEST:
        _set_back(receiver, now, by)
    elif row.served_at > now:  # by the clock of another machine, a little ahead
        return
    row.served_at = now
    row.save()


def _store(receiver: Receiver, span: Span) -> None:
    logger.warning(
        "no ticker has served for %d s: what was to end then is put off", (span.end - span.start).total_seconds()
    )
    Downtime.objects.create(start=span.start, end=span.end)
    receiver.put_off(span)


def _set_back(receiver: Receiver, now: datetime, by: timedelta) -> None:
    """Correct what was stored while the clock was ahead."""
    logger.warning(
        "the clock was set back by %d s: what is due later than it should be is looked at again", by.total_seconds()
    )
    for row in Downtime.objects.filter(end__gt=now).order_by("-start"):
        end = max(row.start, row.end - by)
        receiver.take_back(Span(row.start, row.end), end)
        row.end = end
        row.save() if end > row.start else row.delete()
    receiver.look_again(now, by)
