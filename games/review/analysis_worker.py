"""The thread that works through the analyses asked for, and forgets old ones. Any number may run, in any process."""

from __future__ import annotations

import logging
import time
from threading import Thread

from games.play import db_threads
from games.review.analysis_jobs import forget_old, serve_due

logger = logging.getLogger(__name__)

REST_SECONDS = 1.0
SECONDS_BETWEEN_SWEEPS = 3600.0


def start() -> None:
    """Work beside everything else this process does, until it ends."""
    Thread(target=_run, name="analyst", daemon=True).start()


def _run() -> None:
    sweep_at = time.monotonic()
    while True:
        try:
            db_threads.drop_broken_connections()
            if time.monotonic() >= sweep_at:
                forget_old()
                sweep_at += SECONDS_BETWEEN_SWEEPS
            served = serve_due()
        except Exception:
            logger.exception("the analyst could not look for work; it goes on")
            served = False
        if not served:
            time.sleep(REST_SECONDS)
