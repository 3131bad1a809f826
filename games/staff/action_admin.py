"""Read-only admin pages, and staff actions: a button on a row's page, a form that asks for a reason, a service."""

import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias
from urllib.parse import urlencode

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from accounts.base.pages import page_before
from accounts.models import User
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import AuditEntry
from games.staff import markup
from games.web.row_actions import Action, M, possible_now

LATEST: Final = 20  # the most rows of a list on a page

LOOKUPS: Final = frozenset({"", "exact", "gte", "lt", "year", "month", "day"})
"""What the filters and dates of a list put into its query string."""

YEAR: Final = re.compile("[1-9][0-9]{3}")


class OfferedAction(NamedTuple):
    """An action on a row, as the page of another row offers it: with its form, and the address that this is sent to."""

    code: str
    action: Action[Any]
    address: str
    form: forms.Form


def possible_actions(user: User | AnonymousUser, actions: Mapping[str, Action[M]], row: M) -> dict[str, Action[M]]:
    """Return the actions that this staff member may perform on the row, and that are possible now."""
    possible = possible_now(actions, row)
    return {code: action for code, action in possible.items() if user.has_perm(action.permission)}


def offered_actions(
    user: User | AnonymousUser, actions: Mapping[str, Action[M]], row: M, back: str
) -> list[OfferedAction]:
    """Return the same actions with their forms, which lead to the page `back` when they are done."""
    row_page = markup.row_url(row).removesuffix("change/")
    return [
        OfferedAction(
            code,
            action,
            f"{row_page}do/{code}/?{urlencode({'next': back})}",
            action.form(auto_id=f"{row._meta.model_name}-{code}_%s"),
        )
        for code, action in possible_actions(user, actions, row).items()
    ]


class ListAdmin(admin.ModelAdmin[M]):
    """Base of all admins. `allowed_lookups` are the fields that a list's query string may name."""

    allowed_lookups: ClassVar[Sequence[str]] = ()
    actions = None
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only what lists ask for: filters on a secret or an email address would reveal it letter by letter, and
        databases take other lookups with errors.
        """
        field, _, kind = lookup.partition("__")
        if field not in self.allowed_lookups or kind not in LOOKUPS or (kind == "year" and not YEAR.fullmatch(value)):
            return False
        return super().lookup_allowed(lookup, value, request)


class ActionAdmin(ListAdmin[M]):
    """Read-only admin whose rows change only by staff actions.

    `staff_actions` are by the last part of their URLs, and `field_permissions` maps fields to the permission that is
    needed to see them.
    """

    staff_actions: ClassVar[Mapping[str, Action[Any]]] = {}
    field_permissions: ClassVar[Mapping[str, str]] = {}
    change_form_template = "admin/change_form_with_actions.html"
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission

    def hidden_fields(self, request: HttpRequest, obj: M | None) -> set[str]:
        """Return the fields of this row that the staff member may not see."""
        return {name for name, permission in self.field_permissions.items() if not request.user.has_perm(permission)}

    def get_fieldsets(self, request: HttpRequest, obj: M | None = None) -> Any:
        """Return the fieldsets without fields the staff member may not see and without empty sections."""
        hidden = self.hidden_fields(request, obj)
        visible = [
            (title, {**options, "fields": [name for name in options["fields"] if name not in hidden]})
            for title, options in super().get_fieldsets(request, obj)
        ]
        return [(title, options) for title, options in visible if options["fields"]]

    @admin.display(description=_("staff actions"))
    def audit_entries(self, row: M) -> str:
        """Return a table of the latest staff actions on a row, newest first."""
        kind = ContentType.objects.get_for_model(row)
        entries = AuditEntry.objects.filter(target_type=kind, target_id=row.pk).select_related("by")[:LATEST]
        rows = ((markup.moment(entry.at), entry.by, entry.get_action_display(), entry.reason) for entry in entries)
        return markup.table((_("at"), _("by"), _("action"), _("reason")), rows)

    def get_urls(self) -> list[URLPattern]:
        return [path("<int:pk>/do/<slug:code>/", self.admin_site.admin_view(self.action_view)), *super().get_urls()]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        """Show a button for each action that the staff member may perform and that is possible now."""
        row = options["obj"]
        context["staff_actions"] = possible_actions(request.user, self.staff_actions, row) if row else {}
        return super().render_change_form(request, context, *args, **options)

    def action_view(self, request: HttpRequest, pk: int, code: str) -> HttpResponse:
        """Show the action's form, or perform the action."""
        action, row = self.staff_actions.get(code), self.get_object(request, str(pk))
        if action is None or row is None:
            raise Http404
        if not request.user.has_perm(action.permission) or not self.has_view_permission(request, row):
            raise PermissionDenied
        form = action.form(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                return self._do(request, action, row, form.cleaned_data)
            except ActionDenied as error:
                form.add_error(None, str(error))
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
        return self._render(request, action, row, "admin/action.html", {"form": form}, status)

    def _do(self, request: HttpRequest, action: Action[Any], row: M, data: dict[str, Any]) -> HttpResponse:
        answer = action.do(row, by=request.user, **data)
        if isinstance(answer, dict):
            return self._render(request, action, row, action.result, answer)
        if answer is None:
            messages.success(request, _("Done: %(action)s.") % {"action": action.label})
            answer = HttpResponseRedirect(page_before(request) or self._url_of(row))
        return answer

    def _render(
        self, request: HttpRequest, action: Action[Any], row: M, template: str, shown: Any, status: int = 200
    ) -> HttpResponse:
        context = {
            "action": action,
            "original": row,
            "opts": self.opts,
            "back": page_before(request) or self._url_of(row),
            **shown,
        }
        return TemplateResponse(request, template, self.admin_site.each_context(request) | context, status=status)

    def _url_of(self, row: M) -> str:
        """Return the URL of the row's page, or of the list if the action deleted the row."""
        exists = type(row)._default_manager.filter(pk=row.pk).exists()
        rows = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist")
        return markup.row_url(row) if exists else rows


Conditions: TypeAlias = Mapping[str, tuple[StrOrPromise, Q]]
"""The name and the condition of each choice, by its value in the query string."""


class ConditionFilter(admin.SimpleListFilter):
    """Filter by one of several conditions."""

    def conditions(self) -> Conditions:
        raise NotImplementedError

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, StrOrPromise]]:
        return [(value, name) for value, (name, _condition) in self.conditions().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[M]) -> QuerySet[M]:
        _name, condition = self.conditions().get(self.value() or "", ("", Q()))
        return queryset.filter(condition)


class DateFilter(admin.DateFieldListFilter):
    """Filter by date: today, this week, this month, this year."""

    name = _("time")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = self.name
