"""What the staff makes of reports."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.site_config import audit
from accounts.site_config.errors import DeedRefused
from accounts.site_config.models import Deed
from games.models import Report


@transaction.atomic
def resolve(report: Report, *, by: User, note: str) -> None:
    """Take a report off the queue and say what came of it. Raises DeedRefused if somebody has been first."""
    resolved = {"resolved": True, "resolved_at": timezone.now(), "resolved_by": by, "note": note}
    if not Report.objects.filter(pk=report.pk, resolved=False).update(**resolved):
        raise DeedRefused(_("This report is resolved already."))
    audit.record(by=by, deed=Deed.RESOLVE, target=report, reason=note)
