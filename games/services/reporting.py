"""What the staff makes of reports."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.house import audit
from accounts.house.models import Deed
from accounts.house.refusals import DeedRefused
from accounts.models import User
from games.models import Report


@transaction.atomic
def resolve(report: Report, *, by: User, note: str) -> None:
    """Take a report off the queue and say what came of it. Raises DeedRefused if somebody has been first."""
    resolved = {"resolved": True, "resolved_at": timezone.now(), "resolved_by": by, "note": note}
    if not Report.objects.filter(pk=report.pk, resolved=False).update(**resolved):
        raise DeedRefused(_("This report is resolved already."))
    audit.record(by=by, deed=Deed.RESOLVE, target=report, reason=note)
