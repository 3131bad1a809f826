"""The processes of the site. Each stores every few seconds that it is running, its role, and fingerprints of its keys,
so that each knows the others and whether their keys are the same.
"""

import atexit
import logging
import os
import socket
from collections.abc import Iterable
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.base.outages import Attempts
from accounts.site_config import downtime
from accounts.site_config.models import LOST_AFTER, Process

logger = logging.getLogger(__name__)

KEYS: Final = ("secret_key", "vapid_key")
SECONDS_TO_END: Final = 2.0

NAME: Final = f"{socket.gethostname()[:80]} {os.getpid()}"


class _Heart:
    """The thread that stores this process, from its first report on until the process ends."""

    def __init__(self) -> None:
        self._fields: dict[str, Any] = {"answers": False, "prepares": False, "ticked_at": None}
        self._thread: Thread | None = None
        self._wake, self._ended = Event(), False
        self._attempts = Attempts(logger, "this process could not store that it runs, or read what others store (%s)")

    def report(self, **fields: Any) -> None:
        """Store these fields, soon and from now on."""
        self._fields |= fields
        if not settings.HEARTBEAT_SECONDS:
            return
        if self._thread is None:
            self._fields |= {**fingerprints(), "started_at": timezone.now()}
            self._thread = Thread(target=self._run, name="heartbeat", daemon=True)
            self._thread.start()
            atexit.register(self._end)
        self._wake.set()

    def note(self, **fields: Any) -> None:
        """Store these fields with the next heartbeat."""
        self._fields |= fields

    def _run(self) -> None:
        while not self._ended:
            self._do(self._beat)
            self._do(downtime.load)
            self._wake.wait(settings.HEARTBEAT_SECONDS)
            self._wake.clear()
        self._do(Process.objects.filter(name=NAME).delete)

    def _beat(self) -> None:
        fields = {**self._fields, "seen_at": timezone.now()}
        if not Process.objects.filter(name=NAME).update(**fields):
            Process.objects.create(name=NAME, **fields)

    def _do(self, work: Any) -> None:
        """Do the work, and give the connection back."""
        with self._attempts.attempt(work.__name__.strip("_")):
            try:
                work()
            finally:
                connection.close()

    def _end(self) -> None:
        """Store that this process has ended, unless the database does not answer in time."""
        self._ended = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(SECONDS_TO_END)


_heart: Final = _Heart()


def touch() -> None:
    """Store that this process runs. Raises DatabaseError if the database takes no writes."""
    Process.objects.filter(name=NAME).update(seen_at=timezone.now())


report: Final = _heart.report
note: Final = _heart.note


def fingerprints() -> dict[str, str]:
    """Return a fingerprint of each key of this process, from which the key cannot be computed."""
    return {
        key: salted_hmac("site_config.processes", key, secret=getattr(settings, key.upper())).hexdigest()[:16]
        for key in KEYS
    }


def running() -> list[Process]:
    """Return the processes that run now."""
    return list(Process.objects.filter(seen_at__gt=timezone.now() - LOST_AFTER).order_by("name"))


def last_tick() -> datetime | None:
    """Return when a ticker last looked for due games, as far as it is stored; None if that is unknown."""
    last: datetime | None = Process.objects.aggregate(last=Max("ticked_at"))["last"]
    return last


def ticks(process: Process) -> bool:
    """Return whether this process serves due games."""
    return process.ticked_at is not None and process.ticked_at > timezone.now() - LOST_AFTER


def with_other_keys(processes: Iterable[Process]) -> dict[str, list[str]]:
    """Return for each key that not all processes share the names of those whose key is not the most common one."""
    differing = {}
    for key in KEYS:
        of = {process.name: getattr(process, key) for process in processes}
        common = max(of.values(), key=list(of.values()).count, default="")
        if others := [name for name, value in of.items() if value != common]:
            differing[key.upper()] = others
    return differing


def forget_lost() -> int:
    """Delete rows of processes that ended long ago; return how many."""
    return Process.objects.filter(seen_at__lt=timezone.now() - timedelta(days=1)).delete()[0]
