"""The audit log, read-only."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.site_config.models import AuditEntry
from games.staff import markup
from games.staff.actions import ActionAdmin
from games.staff.admin.audit_details import describe
from games.staff.admin.player_filters import DateFilter


@admin.register(AuditEntry)
class AuditAdmin(ActionAdmin[AuditEntry]):
    allowed_lookups = ("action", "at")
    list_display = ("at", "by", "action", "target_link", "reason", "details_text")
    list_display_links = None
    list_filter = ("action", ("at", DateFilter))
    list_select_related = ("by", "target_type")
    search_fields = ("by__username", "reason")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        return super().get_queryset(request).prefetch_related("target")

    @admin.display(description=_("done to"))
    def target_link(self, entry: AuditEntry) -> SafeString | str:
        if entry.target is None:
            return f"{entry.target_type} {entry.target_id}"
        return markup.row_link(entry.target)

    @admin.display(description=_("details"))
    def details_text(self, entry: AuditEntry) -> str:
        return ", ".join(
            describe(entry.target_type.model_class(), name, value) for name, value in entry.details.items()
        )

    def has_view_permission(self, request: HttpRequest, obj: AuditEntry | None = None) -> bool:
        return request.user.has_perm("site_config.view_auditentry")
