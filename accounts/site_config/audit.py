"""The only writer of the audit log. Every service that performs a staff action calls it, in its own transaction."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import models
from django.utils.text import Truncator

from accounts.base.batches import delete_in_batches
from accounts.site_config.models import LONGEST_REASON, AuditAction, AuditEntry

if TYPE_CHECKING:
    from accounts.models import User


def record(
    *,
    by: "User",
    action: AuditAction,
    target: models.Model,
    reason: str = "",
    details: Mapping[str, str | int] | None = None,
) -> None:
    """Add an entry: `by` performed `action` on `target`, a stored row. `details` are values by name, for readers."""
    AuditEntry.objects.create(
        by=by, action=action, target=target, reason=Truncator(reason).chars(LONGEST_REASON), details=dict(details or {})
    )


def remove_before(moment: datetime) -> int:
    """Remove older entries; return how many. The actions themselves are not undone."""
    return delete_in_batches(AuditEntry.objects.filter(at__lt=moment))
