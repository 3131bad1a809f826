"""What the staff does with reports."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.site_config import audit
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import AuditAction
from games.models import Report


@transaction.atomic
def resolve(report: Report, *, by: User, note: str) -> None:
    """Mark a report as resolved, with a note on the outcome. Raises ActionDenied if it is resolved already."""
    resolved = {"resolved": True, "resolved_at": timezone.now(), "resolved_by": by, "note": note}
    if not Report.objects.filter(pk=report.pk, resolved=False).update(**resolved):
        raise ActionDenied(_("This report is resolved already."))
    audit.record(by=by, action=AuditAction.RESOLVE, target=report, reason=note)
