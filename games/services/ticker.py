"""The clock that serves what the site owes its games. Any number of tickers may run, in any process."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import sync_to_async
from django.db import close_old_connections

from games.services.due import serve_due

logger = logging.getLogger(__name__)

REST_SECONDS = 0.1


async def run() -> None:
    """Serve due games for ever.

    The work is done in one thread of its own, which keeps its database connection. It is started through sync_to_async,
    so that announcements made there reach the channel layer on this event loop.
    """
    serve = sync_to_async(_serve, thread_sensitive=False, executor=ThreadPoolExecutor(1, "ticker"))
    while True:
        try:
            served = await serve()
        except Exception:
            logger.exception("the ticker could not look for due games; it goes on")
            served = 0
        if not served:
            await asyncio.sleep(REST_SECONDS)


def _serve() -> int:
    close_old_connections()
    return serve_due()
