"""The staff actions on a row, for that row's admin page."""

from typing import Final

from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.site_config.models import AuditEntry
from games.staff import markup

LATEST: Final = 20


def audit_table(row: Model) -> SafeString | str:
    """Return a table of the latest staff actions on a row, newest first."""
    kind = ContentType.objects.get_for_model(row)
    found = AuditEntry.objects.filter(target_type=kind, target_id=row.pk).select_related("by")[:LATEST]
    head = (_("at"), _("by"), _("action"), _("reason"))
    return markup.table(head, ((markup.moment(row.at), row.by, row.get_action_display(), row.reason) for row in found))
