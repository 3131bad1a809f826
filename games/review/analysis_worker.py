"""The thread that runs queued analyses and deletes expired ones. Several threads may run, also in several processes."""

import logging
import time
from threading import Thread

from games.play import db_threads
from games.review.analysis_jobs import delete_expired, run_next

logger = logging.getLogger(__name__)

IDLE_SECONDS = 1.0
CLEANUP_SECONDS = 3600.0


def start() -> None:
    """Start the thread; it runs until the process ends."""
    Thread(target=_run, name="analysis", daemon=True).start()


def _run() -> None:
    next_cleanup = time.monotonic()
    while True:
        try:
            db_threads.drop_broken_connections()
            if time.monotonic() >= next_cleanup:
                delete_expired()
                next_cleanup += CLEANUP_SECONDS
            worked = run_next()
        except Exception:
            logger.exception("the analysis worker failed and continues")
            worked = False
        if not worked:
            time.sleep(IDLE_SECONDS)
