"""The task that pairs players, beside the ticker of games. Any number may run, in any process."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from accounts.base import db_threads
from accounts.base.outages import OUTAGE
from games.pairing import opened_tables

logger = logging.getLogger(__name__)

EVERY: Final = 1.0
"""Seconds between two looks at who waits."""


async def run() -> None:
    """Pair players until cancelled."""
    loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1, "pairing")
    while True:
        await asyncio.sleep(EVERY)
        try:
            await loop.run_in_executor(thread, _serve)
        except OUTAGE as error:
            logger.warning("nobody could be paired; it is tried again: %s", error)
        except Exception:
            logger.exception("nobody could be paired; it is tried again")


def _serve() -> None:
    db_threads.drop_broken_connections()
    opened_tables.serve()
