"""Analyses of deals, kept once they are worked out: fields and constraints, no logic."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Analysis(models.Model):
    """What is known about a deal, found by its record: a deal of a table or one that was brought along.

    `tricks`, `thoughts` and `bids` are null until they are worked out (`games.analysis` says what they hold). `due_at`
    is when the next step is owed, null once nothing is: all is known, or the work has failed too often. `attempts` are
    those at the next step and at the ones given up before it. `kept_until` is null for a deal of a table, which is kept
    for good.
    """

    key = models.CharField(_("key"), max_length=64, unique=True)
    record = models.TextField(_("record"))
    tricks = models.JSONField(_("tricks"), null=True, blank=True)
    thoughts = models.JSONField(_("thoughts"), null=True, blank=True)
    bids = models.JSONField(_("bids"), null=True, blank=True)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    kept_until = models.DateTimeField(_("kept until"), null=True, blank=True)
    asked_at = models.DateTimeField(_("asked"), auto_now_add=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes: ClassVar = [models.Index(fields=["due_at"], name="analysis_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return self.key[:8]
