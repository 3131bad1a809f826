"""The loop that serves games that are due. Any number of tickers may run, in any process."""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from django.conf import settings

from accounts.site_config import counters
from games import bots
from games.play import db_threads
from games.play.due import serve_due
from games.play.held_moves import HELD_FOR, HeldMoves

logger = logging.getLogger(__name__)

REST_SECONDS = 0.1


async def run() -> None:
    """Serve due games until cancelled, in one thread that keeps its database connection."""
    try:
        await asyncio.to_thread(bots.prepare)
    except Exception:
        logger.exception("the bots are not ready; each tries again when it has to move")
    loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1, "ticker")
    held = HeldMoves(HELD_FOR if settings.BOT_PACE else 0)
    while True:
        try:
            served = await loop.run_in_executor(thread, _serve, held)
            rest = 0.0 if served else held.rest(REST_SECONDS)
        except Exception:
            logger.exception("the ticker could not look for due games; it goes on")
            rest = REST_SECONDS
        if rest > 0:
            await asyncio.sleep(rest)


def _serve(held: HeldMoves) -> int:
    db_threads.drop_broken_connections()
    counters.record_tick()
    return serve_due(held)
