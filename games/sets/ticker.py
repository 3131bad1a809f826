"""The task of sets of deals, beside the ticker of games: sets open and close. Any number may run, in any process."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, timedelta
from typing import Final

from django.utils import timezone

from accounts.base import db_threads
from accounts.base.outages import OUTAGE
from games.sets import closing, expert_line, services

logger = logging.getLogger(__name__)

EVERY: Final = 1.0
"""Seconds between two looks at what is due."""

AHEAD: Final = timedelta(minutes=10)
"""How long before midnight the sets of the next day are stored: they open at midnight all the same."""


async def run() -> None:
    """Open and close sets of deals until cancelled."""
    loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1, "sets")
    while True:
        try:
            await loop.run_in_executor(thread, serve)
        except OUTAGE as error:
            logger.warning("sets of deals could not be looked after; it is tried again: %s", error)
        except Exception:
            logger.exception("sets of deals could not be looked after; it is tried again")
        await asyncio.sleep(EVERY)


def serve() -> None:
    """Open the sets of today, let an Expert play one board, and close what is due."""
    db_threads.drop_broken_connections()
    now = timezone.now()
    for day in sorted({now.astimezone(UTC).date(), (now + AHEAD).astimezone(UTC).date()}):
        services.open_sets_of_day(day)
    expert_line.play_next(now)
    closing.close_due(now)
