"""The jobs of every day: a backup, removing what nobody needs any more, and what subjects do daily (`Subject.daily`).

The ticker starts them once a day, in a process of their own; `manage.py daily` does them for whoever has a timer. The
database says when each is due, so that one process does it, and when it was done last.
"""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone
from post_office.utils import cleanup_expired_mails

from accounts.api_tokens import repeats
from accounts.base import tasks
from accounts.base.outages import Attempts
from accounts.notifications import delivery
from accounts.personal_data.deletion import GUEST_LIFETIME, remove_stale_guests
from accounts.sessions import services as sessions
from accounts.site_config import audit, downtime, processes
from accounts.site_config.models import DailyJob
from games.management import database_files
from games.subjects import all_subjects, kept

logger = logging.getLogger(__name__)
_LOOKS: Final = Attempts(logger, "the daily jobs could not be looked up, or begun")
_JOBS: Final = Attempts(logger, "the daily job %s failed, and is tried again")

LOOK_EVERY: Final = 60.0
"""Seconds after which a ticker looks again whether a job is due."""

LONGEST: Final = timedelta(hours=3)
"""After this time a process that is busy with a job counts as dead."""

AGAIN_AFTER: Final = timedelta(hours=1)
"""When a job that failed is tried again."""

MAIL_KEPT: Final = timedelta(days=14)
"""Mail is tried for a week; what is older has been forgotten by whoever was to send it."""

BACKUPS: Final = "spades-*.backup"


def _back_up() -> int:
    """Write a backup to BACKUP_DIR, and remove the oldest ones there."""
    directory = settings.BACKUP_DIR
    assert directory is not None
    database_files.write(directory / f"spades-{timezone.now():%Y%m%d-%H%M%S}.backup")
    for old in sorted(directory.glob(BACKUPS))[: -settings.KEEP_BACKUPS]:
        old.unlink()
    return 1


def _remove_guests() -> int:
    now = timezone.now()
    downtime.load()
    stale = remove_stale_guests(now - downtime.lasted(now - GUEST_LIFETIME, now))
    return stale.deleted + stale.anonymised


def _remove_mail() -> int:
    mails, _attachments = cleanup_expired_mails(timezone.now() - MAIL_KEPT, delete_attachments=True)
    return int(mails)


def jobs() -> dict[str, Callable[[], int]]:
    """Return the jobs of this process in their order; each returns how many rows it removed, deals it watched,
    players it reminded or clubs it gave an heir.
    """
    of_accounts = {
        "guests": _remove_guests,
        "sessions": sessions.remove_ended,
        "mail": _remove_mail,
        "notifications": delivery.remove_old,
        "answers": repeats.remove_old,
        "audit": kept("KEEP_AUDIT_DAYS", audit.remove_before),
        "processes": processes.forget_lost,
        "downtimes": downtime.remove_old,
    }
    of_subjects = {name: do for subject in all_subjects() for name, do in subject.daily.items()}
    return {**({"backup": _back_up} if settings.BACKUP_DIR else {}), **of_accounts, **of_subjects}


def perform(*, due_only: bool) -> Iterator[tuple[str, int | None]]:
    """Do the jobs, and yield the name of each with what it returned: None if it failed, which is logged.

    With `due_only` those that are due and that no other process does.
    """
    expect()
    for name, do in jobs().items():
        if _take(name, due_only=due_only):
            yield name, _perform(name, do)


def _take(name: str, *, due_only: bool) -> bool:
    free = _free() if due_only else DailyJob.objects.all()
    return bool(free.filter(name=name).update(taken_until=timezone.now() + LONGEST))


def _free() -> QuerySet[DailyJob]:
    """Return the jobs that are due, and that no process does."""
    now = timezone.now()
    return DailyJob.objects.filter(Q(taken_until=None) | Q(taken_until__lte=now), due_at__lte=now)


def _perform(name: str, do: Callable[[], int]) -> int | None:
    with _JOBS.attempt(name) as job:
        count = do()
    if job.error is not None:
        reason = f"{type(job.error).__name__}: {job.error}"[:300]
        DailyJob.objects.filter(name=name).update(taken_until=timezone.now() + AGAIN_AFTER, error=reason)
        return None
    record(name)
    return count


def record(name: str) -> None:
    """Store that a job is done. One that no process is expected to do stays so."""
    done = {"done_at": timezone.now(), "taken_until": None, "error": ""}
    DailyJob.objects.update_or_create(name=name, defaults=done)
    DailyJob.objects.filter(name=name, due_at__isnull=False).update(due_at=_next_time())


def expect() -> None:
    """Store that the jobs of this process are due every day."""
    for name in jobs():
        job, _is_new = DailyJob.objects.get_or_create(name=name, defaults={"due_at": _next_time()})
        if job.due_at is None:
            DailyJob.objects.filter(name=name, due_at=None).update(due_at=_next_time())


def _next_time() -> datetime:
    """Return the next DAILY_HOUR that is not within half a day: a timer may have done the jobs shortly before it."""
    earliest = timezone.now() + timedelta(hours=12)
    at = earliest.replace(hour=settings.DAILY_HOUR, minute=0, second=0, microsecond=0)
    return at if at >= earliest else at + timedelta(days=1)


def late(job: DailyJob) -> timedelta:
    """Return how long the job has been due, whether it failed or nobody tried."""
    return max(timedelta(), timezone.now() - job.due_at) if job.due_at else timedelta()


def summary() -> str:
    """Return when each job was done last."""
    done = dict(DailyJob.objects.exclude(done_at=None).values_list("name", "done_at"))
    times = {name: f"{done[name]:%Y-%m-%d %H:%M}" if name in done else "never" for name in ("backup", *jobs())}
    return f"Last done (UTC): {', '.join(f'{name} {time}' for name, time in times.items())}."


def findings() -> Iterator[str]:
    """Yield a sentence for each job that failed, or that nobody does."""
    for job in DailyJob.objects.order_by("name"):
        if job.error:
            yield f"The daily job {job.name} failed, and is tried again every hour: {job.error}"
        elif late(job) > timedelta(days=1):
            yield f"The daily job {job.name} is late by {late(job).days} days: no ticker runs, and no manage.py daily."


async def run() -> None:
    """Start `manage.py daily` when a job is due, until cancelled. Any number of processes may do so."""
    process: subprocess.Popen[bytes] | None = None
    try:
        while True:
            tasks.goes_on("daily jobs")
            await asyncio.sleep(LOOK_EVERY)
            with _LOOKS.attempt():
                if (process is None or process.poll() is not None) and await asyncio.to_thread(_look):
                    command = [sys.executable, "manage.py", "daily", "--due", "--verbosity", "0"]
                    process = subprocess.Popen(command, cwd=settings.BASE_DIR)  # noqa: S603  # our own program
    finally:
        if process is not None:
            process.terminate()


def is_due() -> bool:
    """Return whether a job of this process is due, and no process does it."""
    expect()
    return _free().filter(name__in=jobs()).exists()


def _look() -> bool:
    try:
        return is_due()
    finally:
        connection.close()
