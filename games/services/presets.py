"""Keeps the ready sets of rules, for the staff."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from accounts.house import audit
from accounts.house.models import Deed
from accounts.house.remembering import forget_on_commit
from accounts.models import User
from games.models import RulesPreset
from games.preset_selectors import REMEMBERED_AS


@transaction.atomic
def save(preset: RulesPreset, *, by: User, changes: Mapping[str, str]) -> None:
    """Store a valid set of rules; `changes` are the new values by name, for the log."""
    deed = Deed.ADD if preset.pk is None else Deed.CHANGE
    preset.save()
    audit.record(by=by, deed=deed, target=preset, details=changes)
    forget_on_commit(REMEMBERED_AS)


@transaction.atomic
def remove(preset: RulesPreset, *, by: User) -> None:
    """Offer this set of rules no more."""
    audit.record(by=by, deed=Deed.REMOVE, target=preset, details={"what": str(preset)})
    preset.delete()
    forget_on_commit(REMEMBERED_AS)
