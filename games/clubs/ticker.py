"""The task of clubs, beside the ticker of games: their evenings are announced. Any number may run, in any process."""

import logging
from typing import Final

from django.utils import timezone

from accounts.base.outages import Attempts
from games.clubs import evenings, series
from games.models import ClubEvening, ClubSeries

_attempts: Final = Attempts(logging.getLogger(__name__), "%s could not be served")

EVERY: Final = 60.0
"""Seconds between two looks at what is due."""


def serve() -> None:
    """Do all that is due in clubs."""
    now = timezone.now()
    coming = ClubSeries.objects.filter(next_at__lte=now + series.AHEAD).order_by("pk")
    _attempts.each(coming, lambda each: series.announce(each, now), _name)
    near = ClubEvening.objects.filter(reminded_at=None, called_off_at=None, starts_at__lte=now + evenings.SOON)
    near = near.select_related("club").order_by("pk")
    _attempts.each(near, lambda evening: evenings.remind(evening, now), _name)


def _name(row: ClubSeries | ClubEvening) -> str:
    return f"{type(row).__name__} {row.pk}"
