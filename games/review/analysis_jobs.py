"""The queue of deal analyses: requested by pages, computed in the thread pool, and stored for later visitors.

Several processes may serve it. Visitors take turns, so a visitor who has requested many analyses does not hold up
others.
"""

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from threading import Event
from typing import Any, Final, NamedTuple

from django.core.cache import cache
from django.db import connection, connections, transaction
from django.db.models import Count, Min
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.base import db_threads, tasks
from accounts.base.outages import Attempts
from accounts.base.refusals import Refusal
from accounts.base.statements import Statement
from games import bots
from games.analysis.units import Units
from games.engine import Fault, State, read_log, record_of, replay
from games.models import Analysis
from games.play import thinking_pool
from games.play.thinking_pool import Purpose
from games.results import mistakes

logger = logging.getLogger(__name__)
_COUNTING: Final = Attempts(logger, "processor time of analyses could not be counted")

MAX_QUEUED: Final = 100
"""How many analyses may be waiting; further requests are refused."""

MAX_QUEUED_OF_ONE: Final = 10
"""How many of the waiting analyses may be of one player, or of one address of visitors."""

MAX_QUEUED_IMPORTS: Final = 20
"""How many of the waiting analyses may be of imported records."""

SECONDS_AN_HOUR: Final = 600
"""How much processor time the analyses of one player, or of one address of visitors, may use within an hour before more
are refused; those that wait by then are computed.
"""

IMPORT_LIFETIME: Final = timedelta(days=30)
"""How long the analysis of an imported record is stored."""

PROCESSOR_SECONDS: Final = 180
"""How much processor time a step may use: on a busy machine that takes many times as long by the clock."""

TAKEN_SECONDS: Final = 20
"""For how long a step is taken; while it runs it is taken anew. One whose process died is due again after that, and
each time it happens after twice as long.
"""

LONGEST_TAKEN: Final = 16 * TAKEN_SECONDS

ATTEMPTS: Final = 12
"""How many attempts a step has before the next one is tried instead: one whose process died counts once. A server that
is killed again and again uses them up in 40 minutes at the earliest.
"""

FAILURE: Final = 4
"""How many attempts a failed one counts as: a step that fails three times is given up."""

RETRY_MINUTES: Final = (2, 10)
"""How long a step that failed waits before the next attempt."""

UNIT_SECONDS: Final = 180.0
"""How long a unit, of some hundredths of a second, may take by the clock: one that never ends must hold up no other."""

LOOK_SECONDS: Final = 1.0
"""How often a step whose next unit waits for a thread checks whether to go on."""

IDLE_SECONDS: Final = 1.0
CLEANUP_SECONDS: Final = 3600.0

DONE: Final[dict[str, Any]] = {"due_at": None, "asked_by": ""}
"""The values of an analysis that no longer waits, without the visitor who requested it."""

STEPS: Final = ("tricks", "points", "thoughts", "bids")
"""The steps of an analysis, each stored in a column of its own."""


class AnalysisRefused(Refusal):
    """Base class: no analysis is queued."""

    status = HTTPStatus.TOO_MANY_REQUESTS


class QueueFull(AnalysisRefused):
    """Too many analyses are waiting."""

    message = _("Many deals are waiting for analysis. Come back in a few minutes.")


class TooManyWaiting(AnalysisRefused):
    """Too many analyses of this visitor are waiting."""

    message = _("Many of your deals are still waiting for analysis. Come back to this one later.")


class StepFailed(Exception):
    """A step was not computed; the text says why."""


class Interrupted(Exception):
    """The process is ending, so a step was not completed."""


class AskedTooOften(AnalysisRefused):
    """This visitor has requested too many analyses recently."""

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
    """Raise TooManyWaiting, QueueFull or AskedTooOften if no analysis can be queued for this visitor now."""
    if cache.get(_used_by(asked_by), 0.0) >= SECONDS_AN_HOUR:
        raise AskedTooOften
    queued = Analysis.objects.filter(due_at__isnull=False)
    if queued.filter(asked_by=asked_by).count() >= MAX_QUEUED_OF_ONE:
        raise TooManyWaiting
    if queued.count() >= MAX_QUEUED:
        raise QueueFull
    if not permanent and queued.filter(expires_at__isnull=False).count() >= MAX_QUEUED_IMPORTS:
        raise QueueFull


def _used_by(asked_by: str) -> str:
    """Return the key of the processor time that a visitor's analyses have used in this hour."""
    return f"analysed:{asked_by}:{time.time() // 3600:.0f}"


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


def run_step(record: str, step: str, goes_on: Callable[[float], object] = lambda _seconds: None) -> Any:
    """Compute a step in the pool of threads, one unit after the other.

    `goes_on` is called after each unit with the processor time used, and while a unit waits for its thread; it may
    raise. Raises StepFailed.
    """
    try:
        units = _units_of(record, step)
        return _done(units, goes_on)
    except Fault as fault:
        raise StepFailed(f"the record cannot be analysed, at {fault.at}: {fault.message}") from None


def _units_of(record: str, step: str) -> Units[Any]:
    """Return the work of a step. Raises Fault."""
    from games.analysis import steps  # late, as in `_prepare`

    return steps.ANALYSES[step](replay(read_log(record.encode())))


def _prepare() -> None:
    """Load what analyses need, or compile it if it is not on disk yet. No step is in progress meanwhile, so being
    killed while compiling does not count as a failed step.
    """
    from games.analysis import best_play  # imported here because web processes do not need it

    bots.prepare()
    best_play.prepare()


class _Unit(NamedTuple):
    """A finished unit: the processor time it took, and whether it was the last one, with the result."""

    seconds: float
    is_last: bool = False
    result: Any = None


def _done(units: Units[Any], goes_on: Callable[[float], object]) -> Any:
    used = 0.0
    while used < PROCESSOR_SECONDS:
        pending = thinking_pool.submit(Purpose.REVIEW, partial(_do_next, units))
        unit = _wait_for(pending, partial(goes_on, used))
        used += unit.seconds
        if unit.is_last:
            goes_on(used)
            return unit.result
    raise StepFailed(f"it used {PROCESSOR_SECONDS} seconds of processor time")


def _wait_for(pending: Future[_Unit], goes_on: Callable[[], object]) -> _Unit:
    """Return a unit once it is done. Raises StepFailed."""
    began = time.monotonic()
    try:
        goes_on()
        while not wait([pending], LOOK_SECONDS).done:
            goes_on()
            if not pending.running():  # it waits for a thread
                began = time.monotonic()
            elif time.monotonic() - began > UNIT_SECONDS:
                raise StepFailed(f"a unit of it has not ended for {UNIT_SECONDS:.0f} seconds")
    finally:
        pending.cancel()
    if error := pending.exception():
        raise StepFailed(f"{type(error).__name__}: {error}") from error
    return pending.result()


def _do_next(units: Units[Any]) -> _Unit:
    began = time.thread_time()
    try:
        next(units)
    except StopIteration as end:
        return _Unit(time.thread_time() - began, is_last=True, result=end.value)
    return _Unit(time.thread_time() - began)


def run_next(runner: Callable[[str, str], Any] | None = None, ending: Event | None = None) -> bool:
    """Run the next step of the analysis whose turn it is; return whether there was one.

    While it runs, no other process takes it. A step that fails is tried again later, and after its ATTEMPTS the next
    step is tried instead. After the last one the deal's mistakes are stored. A step interrupted because the process is
    `ending` is due again at once.
    """
    analysis = _take()
    if analysis is None:
        return False
    taken = _Taken(analysis, ending or Event())
    run = runner or partial(run_step, goes_on=taken.goes_on)
    skipped = (analysis.attempts - 1) // ATTEMPTS
    step, *later = missing_steps(analysis)[skipped:]
    try:
        result = run(analysis.record, step)
    except Interrupted:
        taken_here = Analysis.objects.filter(pk=analysis.pk, attempts=analysis.attempts)
        taken_here.update(due_at=timezone.now(), attempts=analysis.attempts - 1)
        return True
    except StepFailed as failure:
        _count_failure(analysis, step, failure)
        return True
    finally:
        _count(analysis.asked_by, taken.seconds)
    goes_on = {"due_at": timezone.now()} if later else DONE
    Analysis.objects.filter(pk=analysis.pk).update(**{step: result}, attempts=skipped * ATTEMPTS, **goes_on)
    if not later:
        mistakes.store(analysis.pk)
    return True


def _count_failure(analysis: Analysis, step: str, failure: StepFailed) -> None:
    """Record a failure: the step is tried again later, or given up."""
    skipped, before = divmod(analysis.attempts - 1, ATTEMPTS)
    failures = before // FAILURE
    logger.warning(
        "step %s of analysis %s failed, for the %d. time: %s",
        *(step, analysis, failures + 1, failure),
        exc_info=failure.__cause__,
    )
    if failures < len(RETRY_MINUTES):
        _postpone(analysis.pk, timedelta(minutes=RETRY_MINUTES[failures]), attempts=analysis.attempts - 1 + FAILURE)
    else:
        _postpone(analysis.pk, timedelta(), attempts=(skipped + 1) * ATTEMPTS)
        logger.error("step %s of analysis %s is given up until somebody asks again", step, analysis)


def _count(asked_by: str, seconds: float) -> None:
    """Count the processor time that an analysis of this visitor has used; without Redis it is not counted."""
    with _COUNTING.attempt():
        key = _used_by(asked_by)
        cache.set(key, cache.get(key, 0.0) + seconds, 3600)


class _Taken:
    """An analysis taken by this process for one step, and the processor `seconds` used."""

    def __init__(self, analysis: Analysis, ending: Event) -> None:
        self._analysis, self._ending = analysis, ending
        self._next = time.monotonic() + TAKEN_SECONDS / 4
        self.seconds = 0.0

    def goes_on(self, seconds: float) -> None:
        """Keep other processes away from the analysis while its step runs. Raises Interrupted if this process is
        ending.
        """
        self.seconds = seconds
        if self._ending.is_set():
            raise Interrupted
        if time.monotonic() >= self._next:
            tasks.goes_on("analyses")
            _postpone(self._analysis.pk, _taken_for(self._analysis))
            self._next = time.monotonic() + TAKEN_SECONDS / 4


def _taken_for(analysis: Analysis) -> timedelta:
    """Return for how long the present attempt takes the analysis."""
    before = (analysis.attempts - 1) % ATTEMPTS
    return timedelta(seconds=min(TAKEN_SECONDS * 2**before, LONGEST_TAKEN))


def _postpone(key: int, wait: timedelta, **fields: int) -> None:
    Analysis.objects.filter(pk=key, due_at__isnull=False).update(due_at=timezone.now() + wait, **fields)


def is_given_up(analysis: Analysis) -> bool:
    """Return whether a step has failed too often: then the analysis waits until somebody requests it again."""
    return analysis.due_at is None and bool(missing_steps(analysis))


def is_outdated(analysis: Analysis) -> bool:
    """Return whether an upgrade has removed the tricks, the first step, and nobody has requested them since."""
    return analysis.due_at is None and not analysis.attempts and analysis.tricks is None and analysis.bids is not None


def ask_again(analysis: Analysis, asked_by: str) -> None:
    """Queue failed steps again, in the name of a visitor for whom there is room."""
    now = timezone.now()
    given_up = Analysis.objects.filter(pk=analysis.pk, due_at__isnull=True)
    given_up.update(due_at=now, requested_at=now, attempts=0, asked_by=asked_by)


def waiting_before(analysis: Analysis) -> int:
    """Return how many other analyses are ahead of this waiting one."""
    line = [place.key for place in sorted(_line(), key=lambda place: (place.is_imported, place.before))]
    return line.index(analysis.pk) if analysis.pk in line else 0


def backlog() -> tuple[int, timedelta]:
    """Return how many analyses are waiting (running ones do not count), and how long the first has been due."""
    now = timezone.now()
    backlog = Analysis.objects.filter(due_at__lte=now).aggregate(waiting=Count("pk"), oldest=Min("due_at"))
    return backlog["waiting"], now - (backlog["oldest"] or now)


def missing_steps(analysis: Analysis) -> list[str]:
    """Return the steps without results."""
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
    if analysis.attempts >= ATTEMPTS * len(missing_steps(analysis)):
        Analysis.objects.filter(pk=analysis.pk).update(**DONE)
        return None
    analysis.attempts += 1
    analysis.due_at = timezone.now() + _taken_for(analysis)
    analysis.save(update_fields=["attempts", "due_at"])
    return analysis


class _Place(NamedTuple):
    """The place of a waiting analysis: `before` counts those of the same visitor, and kind, that come before it.

    Places sort analyses by turn: deals of tables come before imported ones; each visitor's analyses are in order of
    request, the one being computed included; and between visitors, the one that has waited longest since its last step
    comes first.
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
    """Return the places of all waiting and running analyses, in the order of requests."""
    before, line = Counter[tuple[bool, str]](), list[_Place]()
    for key, asked_by, due_at, expires_at in _WAITING.all():
        assert due_at is not None, "only these are asked for"
        kind = expires_at is not None, asked_by
        line.append(_Place(expires_at is not None, before[kind], due_at, key))
        before[kind] += 1
    return line


async def run(hourly: Callable[[], object]) -> None:
    """Serve the queue until cancelled; every hour delete expired analyses and call `hourly`.

    When cancelled, the current step is interrupted; another process, or the next one, takes it.
    """
    loop, thread, ending = asyncio.get_running_loop(), ThreadPoolExecutor(1, "analysis"), Event()
    worker = _Worker(hourly, ending)
    try:
        while True:
            if not await loop.run_in_executor(thread, worker.work):
                await asyncio.sleep(IDLE_SECONDS)
    finally:
        ending.set()
        await loop.run_in_executor(thread, connections.close_all)


class _Worker:
    """Serves the queue in one thread, until the process is `ending`."""

    def __init__(self, hourly: Callable[[], object], ending: Event) -> None:
        self._hourly, self._ending = hourly, ending
        self._next_cleanup = time.monotonic()
        self._attempts = Attempts(logger, "the analysis worker failed, and goes on")

    def work(self) -> bool:
        """Do what is due, and one step of an analysis; return whether there was one."""
        tasks.goes_on("analyses")
        with self._attempts.attempt():
            db_threads.drop_broken_connections()
            if time.monotonic() >= self._next_cleanup:
                delete_expired()
                self._hourly()
                self._next_cleanup += CLEANUP_SECONDS
            if backlog()[0]:
                _prepare()
                return run_next(ending=self._ending)
        return False
