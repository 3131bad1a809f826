"""Analyses of deals: asked for by a page, worked out by a process of their own, kept for whoever looks next."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.engine import State, record_of
from games.models import Analysis

logger = logging.getLogger(__name__)

LONGEST_QUEUE: Final = 100
"""So many analyses may wait; whoever asks for more is asked to come back later."""

MOST_BROUGHT: Final = 20
"""So many of them may be of deals that nobody played here."""

KEPT_FOR: Final = timedelta(days=30)
"""Analyses of deals that nobody played here."""

SECONDS_TO_WORK: Final = 120
ATTEMPTS: Final = 3

STEPS: Final = ("tricks", "thoughts", "bids")
"""What is worked out of a deal, each a column of its own; the slowest last."""

Analyst = Callable[[str, str], Any]
"""Works out a step for a record."""


def find(state: State, *, for_good: bool) -> Analysis | None:
    """The analysis of a deal, as far as it is known, and from now on kept `for_good`; None if nobody has asked for it
    yet.
    """
    known = Analysis.objects.filter(key=_key(_record(state))).first()
    if known is not None and for_good and known.kept_until is not None:
        known.kept_until = None
        known.save(update_fields=["kept_until"])
    return known


def ask(state: State, *, for_good: bool) -> Analysis | None:
    """Put a deal whose bidding is over in line to be analysed; None if so many wait that it would not come soon.

    What is not kept `for_good` is forgotten after KEPT_FOR.
    """
    waiting = Analysis.objects.filter(due_at__isnull=False)
    if waiting.count() >= LONGEST_QUEUE:
        return None
    if not for_good and waiting.filter(kept_until__isnull=False).count() >= MOST_BROUGHT:
        return None
    record = _record(state)
    now = timezone.now()
    fresh = {"record": record, "due_at": now, "kept_until": None if for_good else now + KEPT_FOR}
    return Analysis.objects.get_or_create(key=_key(record), defaults=fresh)[0]


def forget_old() -> None:
    """Forget the analyses of deals that were brought along long ago."""
    Analysis.objects.filter(kept_until__lt=timezone.now()).delete()


def _record(state: State) -> str:
    return json.dumps(record_of(state), separators=(",", ":"))


def _key(record: str) -> str:
    return sha256(record.encode()).hexdigest()


def work(record: str, what: str) -> Any:
    """Work out a step in a process of its own: it may take its time, and may fail, without harm.

    Raises CalledProcessError or TimeoutExpired.
    """
    command = [sys.executable, "-m", "games.analysis", what]
    answer = subprocess.run(  # noqa: S603  # our own program, and the record goes in as its input
        command, input=record.encode(), capture_output=True, check=True, timeout=SECONDS_TO_WORK, cwd=settings.BASE_DIR
    )
    return json.loads(answer.stdout)


def serve_due(analyst: Analyst = work) -> bool:
    """Take the next step in the analysis that has waited longest, deals played here first; whether there was one.

    Of several processes one gets it: it is put off until the work must be done, so it is tried again if that fails. A
    step that has failed too often is given up for the next one.
    """
    analysis = _take()
    if analysis is None:
        return False
    given_up = (analysis.attempts - 1) // ATTEMPTS
    what, *later = _missing(analysis)[given_up:]
    try:
        found = analyst(analysis.record, what)
    except (subprocess.SubprocessError, OSError, ValueError):
        logger.exception("the %s of analysis %s could not be worked out", what, analysis)
        return True
    Analysis.objects.filter(pk=analysis.pk).update(
        **{what: found}, attempts=given_up * ATTEMPTS, due_at=timezone.now() if later else None
    )
    return True


def _missing(analysis: Analysis) -> list[str]:
    return [step for step in STEPS if getattr(analysis, step) is None]


@transaction.atomic
def _take() -> Analysis | None:
    due = Analysis.objects.select_for_update().filter(due_at__lte=timezone.now())
    analysis = due.order_by(F("kept_until").asc(nulls_first=True), "due_at").first()
    if analysis is None:
        return None
    if analysis.attempts >= ATTEMPTS * len(_missing(analysis)):
        analysis.due_at = None
    else:
        analysis.attempts += 1
        analysis.due_at = timezone.now() + timedelta(seconds=SECONDS_TO_WORK)
    analysis.save(update_fields=["attempts", "due_at"])
    return None if analysis.due_at is None else analysis
