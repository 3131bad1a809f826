"""The queue of deal analyses: requested by pages, computed by subprocesses, and stored for later visitors.

Several threads may process it, also in several processes. Visitors take turns: one who has
requested many analyses waits for those of others in between.
"""

import json
import logging
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from threading import Thread
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Min
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.base import db_threads, tasks
from accounts.base.outages import Attempts
from accounts.base.refusals import Refusal
from accounts.base.statements import Statement
from games.engine import State, record_of
from games.models import Analysis
from games.results import mistakes

logger = logging.getLogger(__name__)

MAX_QUEUED: Final = 100
"""How many analyses may be waiting; further requests are refused."""

MAX_QUEUED_OF_ONE: Final = 10
"""How many of the waiting analyses may be of one player, or of one address of visitors."""

MAX_QUEUED_IMPORTS: Final = 20
"""How many of the waiting analyses may be of imported records."""

IMPORT_LIFETIME: Final = timedelta(days=30)
"""How long the analysis of an imported record is stored."""

PROCESSOR_SECONDS: Final = 180
"""How much processor time a step may use: on a busy machine that takes many times as long by the clock."""

CLOCK_SECONDS: Final = 3600.0
"""After how long a step is given up that uses no processor time, or where that can't be limited."""

TAKEN_SECONDS: Final = 120
"""For how long a step is taken; while it runs it is taken anew. One whose process died is due again after that."""

ATTEMPTS: Final = 3
RETRY_MINUTES: Final = (2, 10)
"""How long a step that failed waits before the next attempt."""

IDLE_SECONDS: Final = 1.0
CLEANUP_SECONDS: Final = 3600.0

DONE: Final[dict[str, Any]] = {"due_at": None, "asked_by": ""}
"""What is stored of an analysis that waits no more: nobody needs to know who asked."""

OUT_OF_TIME: Final = -getattr(signal, "SIGXCPU", 0) or None
"""The status of a process that has used all processor time that it may; None where that can't be limited."""

STEPS: Final = ("tricks", "points", "thoughts", "bids")
"""The steps of an analysis, each stored in a column of its own."""


class AnalysisRefused(Refusal):
    """Base class: no analysis is queued."""


class QueueFull(AnalysisRefused):
    """Too many analyses are waiting."""

    message = _("Many deals are waiting for analysis. Come back in a few minutes.")


class TooManyWaiting(AnalysisRefused):
    """Too many analyses of this visitor are waiting."""

    message = _("Many of your deals are still waiting for analysis. Come back to this one later.")


class StepFailed(Exception):
    """A step was not computed; the text says why."""


class AskedTooOften(AnalysisRefused):
    """This visitor has asked for too many analyses lately."""

    message = _("You have asked for a lot of analyses in the last hour. Come back to this deal later.")


_BY_KEY: Final = Statement(lambda key: Analysis.objects.filter(key=key))


def find_analysis(state: State, *, permanent: bool, deal: int | None = None) -> Analysis | None:
    """Return the analysis of a deal as far as it is computed; None if nobody has requested it yet.

    With `permanent` the analysis no longer expires. `deal` is the primary key of the deal, if it is one of a table.
    """
    analysis = _BY_KEY.first(_key(_record(state)))
    if analysis is not None and permanent:
        kept = None, analysis.deal_id or deal
        if (analysis.expires_at, analysis.deal_id) != kept:
            analysis.expires_at, analysis.deal_id = kept
            analysis.save(update_fields=["expires_at", "deal"])
            mistakes.store(analysis.pk)
    return analysis


def check_room(asked_by: str, *, permanent: bool) -> None:
    """Raise TooManyWaiting or QueueFull if no analysis can be queued for this visitor now."""
    queued = Analysis.objects.filter(due_at__isnull=False)
    if queued.filter(asked_by=asked_by).count() >= MAX_QUEUED_OF_ONE:
        raise TooManyWaiting
    if queued.count() >= MAX_QUEUED:
        raise QueueFull
    if not permanent and queued.filter(expires_at__isnull=False).count() >= MAX_QUEUED_IMPORTS:
        raise QueueFull


def request_analysis(state: State, *, permanent: bool, asked_by: str, deal: int | None = None) -> Analysis:
    """Queue a deal whose bidding is over, in the name of a visitor for whom there is room.

    An analysis that is not `permanent` expires after IMPORT_LIFETIME. `deal` as for `find_analysis`.
    """
    record = _record(state)
    now = timezone.now()
    expires_at = None if permanent else now + IMPORT_LIFETIME
    defaults = {"record": record, "due_at": now, "expires_at": expires_at, "asked_by": asked_by, "deal_id": deal}
    return Analysis.objects.get_or_create(key=_key(record), defaults=defaults)[0]


def delete_expired() -> None:
    """Delete the analyses that have expired."""
    Analysis.objects.filter(expires_at__lt=timezone.now()).delete()


def _record(state: State) -> str:
    return json.dumps(record_of(state), separators=(",", ":"))


def _key(record: str) -> str:
    return sha256(record.encode()).hexdigest()


def run_step(record: str, step: str, still_runs: Callable[[], object] = lambda: None) -> Any:
    """Compute a step in a subprocess, which may be slow or crash without harm to this process.

    `still_runs` is called now and then while it runs. Raises StepFailed.
    """
    command = [sys.executable, "-m", "games.analysis", step, "--seconds", str(PROCESSOR_SECONDS)]
    pipe = subprocess.PIPE
    try:
        with subprocess.Popen(  # noqa: S603  # our own program, and the record goes in as its input
            command, cwd=settings.BASE_DIR, stdin=pipe, stdout=pipe, stderr=pipe
        ) as process:
            result = _wait_for(process, record.encode(), still_runs)
        return json.loads(result)
    except (OSError, ValueError) as error:
        raise StepFailed(str(error)) from error


def _wait_for(process: subprocess.Popen[bytes], text: bytes, still_runs: Callable[[], object]) -> bytes:
    """Return what the process prints after reading this text. Raises StepFailed; the process has ended then."""
    ends, unread = time.monotonic() + CLOCK_SECONDS, text
    try:
        while True:
            try:
                result, errors = process.communicate(unread or None, timeout=TAKEN_SECONDS / 4)
                break
            except subprocess.TimeoutExpired:
                if time.monotonic() > ends:
                    raise StepFailed(f"it took {CLOCK_SECONDS:.0f} seconds") from None
                still_runs()
                unread = b""  # the process is being given it
    finally:
        process.kill()
    if process.returncode == OUT_OF_TIME:
        raise StepFailed(f"it used {PROCESSOR_SECONDS} seconds of processor time")
    if process.returncode:
        raise StepFailed(errors.decode(errors="replace").strip().rpartition("\n")[2] or f"status {process.returncode}")
    return result


def run_next(runner: Callable[[str, str], Any] | None = None) -> bool:
    """Run the next step of the analysis whose turn it is; return whether there was one.

    While it runs, no other process takes it. A step that fails is tried again later; after ATTEMPTS failures the next
    step is tried instead. After the last one the deal's mistakes are stored.
    """
    analysis = _take()
    if analysis is None:
        return False
    run = runner or partial(run_step, still_runs=partial(_still_runs, analysis.pk))
    failures, skipped = (analysis.attempts - 1) % ATTEMPTS, (analysis.attempts - 1) // ATTEMPTS
    step, *later = _missing_steps(analysis)[skipped:]
    try:
        result = run(analysis.record, step)
    except StepFailed as failure:
        logger.warning("step %s of analysis %s failed, for the %d. time: %s", step, analysis, failures + 1, failure)
        if failures < len(RETRY_MINUTES):
            _postpone(analysis.pk, timedelta(minutes=RETRY_MINUTES[failures]))
        else:
            _postpone(analysis.pk, timedelta())
            logger.error("step %s of analysis %s is given up until somebody asks again", step, analysis)
        return True
    goes_on = {"due_at": timezone.now()} if later else DONE
    Analysis.objects.filter(pk=analysis.pk).update(**{step: result}, attempts=skipped * ATTEMPTS, **goes_on)
    if not later:
        mistakes.store(analysis.pk)
    return True


def _still_runs(key: int) -> None:
    """Keep other processes from an analysis whose step takes its time."""
    tasks.goes_on("analyses")
    _postpone(key, timedelta(seconds=TAKEN_SECONDS))


def _postpone(key: int, wait: timedelta) -> None:
    Analysis.objects.filter(pk=key, due_at__isnull=False).update(due_at=timezone.now() + wait)


def is_given_up(analysis: Analysis) -> bool:
    """Return whether a step has failed too often: then the analysis waits until somebody asks again."""
    return analysis.due_at is None and bool(_missing_steps(analysis))


def is_outdated(analysis: Analysis) -> bool:
    """Return whether an upgrade has removed the tricks, the first step, and nobody has asked for them since."""
    return analysis.due_at is None and not analysis.attempts and analysis.tricks is None and analysis.bids is not None


def ask_again(analysis: Analysis, asked_by: str) -> None:
    """Queue the steps that have failed once more, in the name of a visitor for whom there is room."""
    now = timezone.now()
    given_up = Analysis.objects.filter(pk=analysis.pk, due_at__isnull=True)
    given_up.update(due_at=now, requested_at=now, attempts=0, asked_by=asked_by)


def waiting_before(analysis: Analysis) -> int:
    """Return how many other analyses come before this one, which waits."""
    line = [place.key for place in sorted(_line(), key=lambda place: (place.is_imported, place.before))]
    return line.index(analysis.pk) if analysis.pk in line else 0


def backlog() -> tuple[int, timedelta]:
    """Return how many analyses wait, and for how long the first of them could have gone on; those that run do not."""
    now = timezone.now()
    backlog = Analysis.objects.filter(due_at__lte=now).aggregate(waiting=Count("pk"), oldest=Min("due_at"))
    return backlog["waiting"], now - (backlog["oldest"] or now)


def _missing_steps(analysis: Analysis) -> list[str]:
    return [step for step in STEPS if getattr(analysis, step) is None]


@transaction.atomic
def _take() -> Analysis | None:
    """Take the next analysis out of the queue for the duration of a step, or for good if all its steps have failed."""
    now = timezone.now()
    free = Analysis.objects.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)
    due = free.filter(due_at__lte=now)
    in_turn = [place.key for place in sorted(_line()) if place.due_at <= now]
    analysis = next((waiting for key in in_turn if (waiting := due.filter(pk=key).first())), None)
    if analysis is None:
        return None
    if analysis.attempts >= ATTEMPTS * len(_missing_steps(analysis)):
        Analysis.objects.filter(pk=analysis.pk).update(**DONE)
        return None
    analysis.attempts += 1
    analysis.due_at = timezone.now() + timedelta(seconds=TAKEN_SECONDS)
    analysis.save(update_fields=["attempts", "due_at"])
    return analysis


class _Place(NamedTuple):
    """The place of a waiting analysis: `before` counts those of the same visitor, and kind, that come before it.

    In this order they get their turns. Deals of tables come before imported ones. Of each visitor's, the one asked for
    first goes before the others, also while it is computed; among those of several visitors the one that has waited
    longest since its last step.
    """

    is_imported: bool
    before: int
    due_at: datetime
    key: int


_WAITING: Final = Statement(
    lambda: (
        Analysis.objects.filter(due_at__isnull=False)
        .order_by("requested_at", "pk")
        .values_list("pk", "asked_by", "due_at", "expires_at")
    )
)


def _line() -> list[_Place]:
    """Return the places of all analyses that wait or are computed, in the order in which they were asked for."""
    before, line = Counter[tuple[bool, str]](), list[_Place]()
    for key, asked_by, due_at, expires_at in _WAITING.all():
        assert due_at is not None, "only these are asked for"
        kind = expires_at is not None, asked_by
        line.append(_Place(expires_at is not None, before[kind], due_at, key))
        before[kind] += 1
    return line


def start_worker(hourly: Callable[[], object]) -> None:
    """Start a thread that runs queued analyses until the process ends; every hour it deletes expired ones and calls
    `hourly`.
    """
    Thread(target=_work, args=(hourly,), name="analysis", daemon=True).start()


def _work(hourly: Callable[[], object]) -> None:
    next_cleanup = time.monotonic()
    attempts = Attempts(logger, "the analysis worker failed, and goes on")
    while True:
        worked = False
        tasks.goes_on("analyses")
        with attempts.attempt():
            db_threads.drop_broken_connections()
            if time.monotonic() >= next_cleanup:
                delete_expired()
                hourly()
                next_cleanup += CLEANUP_SECONDS
            worked = run_next()
        if not worked:
            time.sleep(IDLE_SECONDS)
