"""The only writer of the models that staff edit. Every change goes into the audit log."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.site_config import audit
from accounts.site_config.errors import InvitationRefused
from accounts.site_config.models import AuditAction, Invitation, StaffEditable
from accounts.site_config.settings_cache import invalidate_on_commit

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def save(row: StaffEditable, *, by: "User", changes: Mapping[str, str]) -> None:
    """Store a validated row and log `changes`, the new values by name."""
    is_new = row.pk is None
    row.save()
    audit.record(by=by, action=AuditAction.ADD if is_new else AuditAction.CHANGE, target=row, details=changes)
    _invalidate_cache(row)


@transaction.atomic
def remove(row: StaffEditable, *, by: "User") -> None:
    """Delete a row. The log keeps its text."""
    audit.record(by=by, action=AuditAction.REMOVE, target=row, details={"what": str(row)})
    row.delete()
    _invalidate_cache(row)


def use_invitation(code: str) -> None:
    """Use up an invitation code, in the transaction that creates or registers the account. Raises InvitationRefused."""
    if not Invitation.objects.filter(code=code.strip(), used_at=None).update(used_at=timezone.now()):
        raise InvitationRefused(_("This code is wrong or already used."))


def _invalidate_cache(row: StaffEditable) -> None:
    if row.cache_name:
        invalidate_on_commit(row.cache_name)
