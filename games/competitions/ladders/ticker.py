"""The task of seasons, beside the ticker of games. Any number may run, in any process."""

import logging
from typing import Final

from django.utils import timezone

from accounts.base.outages import Attempts
from games.competitions.ladders import services
from games.models import Season

_attempts: Final = Attempts(logging.getLogger(__name__), "season %s could not be served")

EVERY: Final = 60.0
"""Seconds between two looks at what is due."""


def serve() -> None:
    """Do all that is due in seasons."""
    services.open_first(timezone.now())
    _attempts.each(Season.objects.filter(players_notified_at=None).order_by("month", "ladder"), _serve)


def _serve(season: Season) -> None:
    """Take the next step of a season."""
    now = timezone.now()
    if season.closed_at is not None or services.close(season, now):
        services.notify_players(season, now)
