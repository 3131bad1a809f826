"""The queue of deal analyses: requested by pages, computed by subprocesses, and stored for later visitors.

Several threads may work it off, also in several processes.
"""

import json
import logging
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from threading import Thread
from typing import Any, Final

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import F
from django.utils import timezone

from games.engine import State, record_of
from games.history import deal_counts
from games.models import Analysis
from games.play import db_threads

logger = logging.getLogger(__name__)

MAX_QUEUED: Final = 100
"""How many analyses may be waiting; further requests are refused."""

MAX_QUEUED_IMPORTS: Final = 20
"""How many of the waiting analyses may be of imported records."""

IMPORT_LIFETIME: Final = timedelta(days=30)
"""How long the analysis of an imported record is stored."""

TIMEOUT_SECONDS: Final = 120
ATTEMPTS: Final = 3
IDLE_SECONDS: Final = 1.0
CLEANUP_SECONDS: Final = 3600.0

STEPS: Final = ("tricks", "points", "thoughts", "bids")
"""The steps of an analysis, each stored in a column of its own."""


def find_analysis(state: State, *, permanent: bool) -> Analysis | None:
    """Return the analysis of a deal as far as it is computed; None if nobody has requested it yet.

    With `permanent` the analysis no longer expires.
    """
    analysis = Analysis.objects.filter(key=_key(_record(state))).first()
    if analysis is not None and permanent and analysis.expires_at is not None:
        analysis.expires_at = None
        analysis.save(update_fields=["expires_at"])
    return analysis


def request_analysis(state: State, *, permanent: bool) -> Analysis | None:
    """Queue a deal whose bidding is over; None if the queue is full.

    An analysis that is not `permanent` expires after IMPORT_LIFETIME.
    """
    queued = Analysis.objects.filter(due_at__isnull=False)
    if queued.count() >= MAX_QUEUED:
        return None
    if not permanent and queued.filter(expires_at__isnull=False).count() >= MAX_QUEUED_IMPORTS:
        return None
    record = _record(state)
    now = timezone.now()
    defaults = {"record": record, "due_at": now, "expires_at": None if permanent else now + IMPORT_LIFETIME}
    return Analysis.objects.get_or_create(key=_key(record), defaults=defaults)[0]


def delete_expired() -> None:
    """Delete the analyses that have expired."""
    Analysis.objects.filter(expires_at__lt=timezone.now()).delete()


def _record(state: State) -> str:
    return json.dumps(record_of(state), separators=(",", ":"))


def _key(record: str) -> str:
    return sha256(record.encode()).hexdigest()


def run_step(record: str, step: str) -> Any:
    """Compute a step in a subprocess, which may be slow or crash without harm to this process.

    Raises CalledProcessError or TimeoutExpired.
    """
    command = [sys.executable, "-m", "games.analysis", step]
    result = subprocess.run(  # noqa: S603  # our own program, and the record goes in as its input
        command, input=record.encode(), capture_output=True, check=True, timeout=TIMEOUT_SECONDS, cwd=settings.BASE_DIR
    )
    return json.loads(result.stdout)


def run_next(runner: Callable[[str, str], Any] = run_step) -> bool:
    """Run the next step of the analysis that has waited longest, deals of tables first; return whether there was one.

    A step is postponed by its timeout before it runs, so that no other process takes it and it is tried again if it
    fails. After ATTEMPTS failures the next step is tried instead.
    """
    analysis = _take()
    if analysis is None:
        return False
    skipped = (analysis.attempts - 1) // ATTEMPTS
    step, *later = _missing_steps(analysis)[skipped:]
    try:
        result = runner(analysis.record, step)
    except (subprocess.SubprocessError, OSError, ValueError):
        logger.exception("step %s of analysis %s failed", step, analysis)
        return True
    Analysis.objects.filter(pk=analysis.pk).update(
        **{step: result}, attempts=skipped * ATTEMPTS, due_at=timezone.now() if later else None
    )
    return True


def _missing_steps(analysis: Analysis) -> list[str]:
    return [step for step in STEPS if getattr(analysis, step) is None]


@transaction.atomic
def _take() -> Analysis | None:
    """Take the next analysis out of the queue for the duration of a step, or for good if all its steps have failed."""
    free = Analysis.objects.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)
    due = free.filter(due_at__lte=timezone.now())
    analysis = due.order_by(F("expires_at").asc(nulls_first=True), "due_at").first()
    if analysis is None:
        return None
    has_failed = analysis.attempts >= ATTEMPTS * len(_missing_steps(analysis))
    analysis.attempts += 0 if has_failed else 1
    analysis.due_at = None if has_failed else timezone.now() + timedelta(seconds=TIMEOUT_SECONDS)
    analysis.save(update_fields=["attempts", "due_at"])
    return None if has_failed else analysis


def start_worker() -> None:
    """Start a thread that runs queued analyses until the process ends; every hour it deletes expired ones, and counts
    the cards of new deals.
    """
    Thread(target=_work, name="analysis", daemon=True).start()


def _work() -> None:
    next_cleanup = time.monotonic()
    while True:
        worked = False
        try:
            db_threads.drop_broken_connections()
            if time.monotonic() >= next_cleanup:
                delete_expired()
                deal_counts.count_new()
                next_cleanup += CLEANUP_SECONDS
            worked = run_next()
        except OperationalError as error:  # such as a connection that was cut, which needs no traceback
            logger.warning("the analysis worker could not look for analyses; it goes on: %s", error)
        except Exception:
            logger.exception("the analysis worker failed and continues")
        if not worked:
            time.sleep(IDLE_SECONDS)
