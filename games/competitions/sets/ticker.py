"""The task of sets of deals, beside the ticker of games: sets open and close. Any number may run, in any process."""

from datetime import UTC, timedelta
from typing import Final

from django.utils import timezone

from games.competitions.sets import closing, services

EVERY: Final = 1.0
"""Seconds between two looks at what is due."""

AHEAD: Final = timedelta(minutes=10)
"""How long before midnight the sets of the next day are stored: they open at midnight all the same."""


def serve() -> None:
    """Open the sets of today, and close what is due."""
    now = timezone.now()
    for day in sorted({now.astimezone(UTC).date(), (now + AHEAD).astimezone(UTC).date()}):
        services.open_sets_of_day(day)
    closing.close_due(now)
