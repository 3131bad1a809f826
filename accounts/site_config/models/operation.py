"""The processes that run the site, and the jobs of every day: fields and constraints, no logic."""

from datetime import timedelta
from typing import ClassVar, Final

from django.db import models

LOST_AFTER: Final = timedelta(minutes=1)
"""A process that has stored nothing for so long has ended, or cannot reach the database."""


class Process(models.Model):
    """A process of the site, by its machine and number, as it stored itself at `seen_at` (`site_config.processes`).

    `secret_key` and `vapid_key` are fingerprints of its keys. `ticked_at` is when it last looked for due games; it is
    null for a process without a ticker, and for a ticker that still gets its bots ready (`prepares`).
    """

    name = models.CharField(max_length=100, primary_key=True)
    answers = models.BooleanField(default=False)
    prepares = models.BooleanField(default=False)
    secret_key = models.CharField(max_length=16)
    vapid_key = models.CharField(max_length=16)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    ticked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        default_permissions: ClassVar = []

    def __str__(self) -> str:
        return self.name


class DailyJob(models.Model):
    """A job of every day (`games.management.daily`): when it is due, and when it was done last.

    `due_at` is null if the site is not expected to do it, as for backups that somebody makes. While a process is busy
    with it, and for a while after a failure, no other takes it before `taken_until`. `error` is why the last try
    failed, "" if it did not.
    """

    name = models.CharField(max_length=20, primary_key=True)
    due_at = models.DateTimeField(null=True)
    taken_until = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        default_permissions: ClassVar = []

    def __str__(self) -> str:
        return self.name


class Service(models.Model):
    """The only row says when a ticker served last (`site_config.downtime`)."""

    served_at = models.DateTimeField()

    class Meta:
        default_permissions: ClassVar = []

    def __str__(self) -> str:
        return f"{self.served_at:%Y-%m-%d %H:%M:%S}"


class Downtime(models.Model):
    """A time in which no ticker served. It counts for nobody (`site_config.downtime`)."""

    start = models.DateTimeField()
    end = models.DateTimeField(db_index=True)

    class Meta:
        default_permissions: ClassVar = []

    def __str__(self) -> str:
        return f"{self.start:%Y-%m-%d %H:%M:%S} to {self.end:%Y-%m-%d %H:%M:%S}"
