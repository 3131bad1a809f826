"""Stored analyses of deals: fields and constraints, no logic."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Analysis(models.Model):
    """The analysis of a deal of a table or of an imported record; `key` is the hash of the record.

    `tricks`, `thoughts` and `bids` are the results of the three steps, null until a step is done (see
    `games.analysis`). `due_at` is when the next step is due; it is null when all steps are done or have failed too
    often. `attempts` counts the attempts at the next step and at the failed ones before it. `expires_at` is null for
    deals of tables, whose analyses are permanent.
    """

    key = models.CharField(_("key"), max_length=64, unique=True)
    record = models.TextField(_("record"))
    tricks = models.JSONField(_("tricks"), null=True, blank=True)
    thoughts = models.JSONField(_("thoughts"), null=True, blank=True)
    bids = models.JSONField(_("bids"), null=True, blank=True)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    requested_at = models.DateTimeField(_("requested"), auto_now_add=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        indexes: ClassVar = [models.Index(fields=["due_at"], name="analysis_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return self.key[:8]
