"""What the staff has done: to be read, by nobody to be changed."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.site_config.models import AuditEntry
from games.staff import markup
from games.staff.actions import WithActs
from games.staff.admin.details import in_words
from games.staff.admin.player_filters import When


@admin.register(AuditEntry)
class AuditAdmin(WithActs[AuditEntry]):
    lookups = ("deed", "at")
    list_display = ("at", "by", "deed", "whom", "reason", "more")
    list_display_links = None
    list_filter = ("deed", ("at", When))
    list_select_related = ("by", "target_type")
    search_fields = ("by__username", "reason")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        return super().get_queryset(request).prefetch_related("target")

    @admin.display(description=_("done to"))
    def whom(self, entry: AuditEntry) -> SafeString | str:
        if entry.target is None:
            return f"{entry.target_type} {entry.target_id}"
        return markup.row_link(entry.target)

    @admin.display(description=_("details"))
    def more(self, entry: AuditEntry) -> str:
        return ", ".join(
            in_words(entry.target_type.model_class(), name, value) for name, value in entry.details.items()
        )

    def has_view_permission(self, request: HttpRequest, obj: AuditEntry | None = None) -> bool:
        return request.user.has_perm("site_config.view_auditentry")
