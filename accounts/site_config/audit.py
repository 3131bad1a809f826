"""Writes down what the staff does: called by every service of a deed, in its transaction, and by nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import models
from django.utils.text import Truncator

from accounts.site_config.models import LONGEST_REASON, AuditEntry, Deed

if TYPE_CHECKING:
    from accounts.models import User


def record(
    *, by: User, deed: Deed, target: models.Model, reason: str = "", details: Mapping[str, str | int] | None = None
) -> None:
    """Remember for good that `by` has done this to `target`, a stored row."""
    AuditEntry.objects.create(
        by=by, deed=deed, target=target, reason=Truncator(reason).chars(LONGEST_REASON), details=dict(details or {})
    )
