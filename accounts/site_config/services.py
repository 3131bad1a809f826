"""The only writer of what the house decides and says; all of it goes into the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.site_config import audit
from accounts.site_config.errors import InvitationRefused
from accounts.site_config.models import Decision, Deed, Invitation
from accounts.site_config.settings_cache import forget_on_commit

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def save(decision: Decision, *, by: User, changes: Mapping[str, str]) -> None:
    """Store a valid decision; `changes` are the new values by name, for the log."""
    is_new = decision.pk is None
    decision.save()
    audit.record(by=by, deed=Deed.ADD if is_new else Deed.CHANGE, target=decision, details=changes)
    _forget(decision)


@transaction.atomic
def remove(decision: Decision, *, by: User) -> None:
    """Take a decision back; the log keeps what it said."""
    audit.record(by=by, deed=Deed.REMOVE, target=decision, details={"what": str(decision)})
    decision.delete()
    _forget(decision)


def use_invitation(code: str) -> None:
    """Use the code up, in the transaction that makes or keeps the account. Raises InvitationRefused."""
    if not Invitation.objects.filter(code=code.strip(), used_at=None).update(used_at=timezone.now()):
        raise InvitationRefused(_("Nobody can sign up with this code, or somebody has."))


def _forget(decision: Decision) -> None:
    if decision.remembered_as:
        forget_on_commit(decision.remembered_as)
