"""The only writer of what the house decides and says; all of it goes into the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.utils import timezone

from accounts.house import audit
from accounts.house.models import Announcement, BlockedWord, Deed, Invitation, SiteSettings
from accounts.house.remembering import forget_on_commit

if TYPE_CHECKING:
    from accounts.models import User

REMEMBERED: Final = {SiteSettings: "site", Announcement: "announcements", BlockedWord: "words"}
"""Under which name each is remembered."""

Decision = SiteSettings | Announcement | BlockedWord | Invitation


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


def use_invitation(code: str) -> bool:
    """Whether somebody may sign up with this code, which is used up by that."""
    return bool(Invitation.objects.filter(code=code.strip(), used_at=None).update(used_at=timezone.now()))


def _forget(decision: Decision) -> None:
    if type(decision) in REMEMBERED:
        forget_on_commit(REMEMBERED[type(decision)])
