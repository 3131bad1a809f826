"""The task of clubs, beside the ticker of games: their evenings are announced. Any number may run, in any process."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final, TypeVar

from django.db.models import Model
from django.utils import timezone

from accounts.base import db_threads
from accounts.base.outages import Attempts
from games.clubs import evenings, series
from games.models import ClubEvening, ClubSeries

_attempts: Final = Attempts(logging.getLogger(__name__), "%s %s could not be served")

EVERY: Final = 60.0
"""Seconds between two looks at what is due."""

M = TypeVar("M", bound=Model)


async def run(before_each: Callable[[], object]) -> None:
    """Announce evenings and remind of them until cancelled. `before_each` is called before each look."""
    await db_threads.serve_every(EVERY, serve, "clubs", before_each=before_each)


def serve() -> None:
    """Do all that is due in clubs."""
    now = timezone.now()
    for each in ClubSeries.objects.filter(next_at__lte=now + series.AHEAD).order_by("pk"):
        _serve(each, series.announce, now)
    near = ClubEvening.objects.filter(reminded_at=None, called_off_at=None, starts_at__lte=now + evenings.SOON)
    for evening in near.select_related("club").order_by("pk"):
        _serve(evening, evenings.remind, now)


def _serve(row: M, step: Callable[[M, datetime], None], now: datetime) -> None:
    """Take a step of one club. Its failure keeps no other one waiting, and it is tried again."""
    with _attempts.attempt(type(row).__name__, row.pk):
        step(row, now)
