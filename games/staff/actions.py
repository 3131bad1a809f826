"""Staff actions on one row: a button on the row's admin page, a form that asks for a reason, a service that acts.

A `StaffAction` declares all of it: who sees the button, who is refused, which form is shown. If the service raises
ActionDenied, the form shows the error.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, ClassVar, Generic, TypeVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import LONGEST_REASON

M = TypeVar("M", bound=Model)


class ReasonForm(forms.Form):
    """The reason for the action, for the audit log."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Kept in the audit log."))


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The result of an action that is shown on a page of its own."""

    template: str
    context: dict[str, Any]


@dataclass(frozen=True)
class StaffAction(Generic[M]):
    """An action that staff with `permission` can perform on one row.

    `do` gets the row, the staff member and the form's cleaned data. It may raise ActionDenied. It returns the response,
    or None to redirect to the row's page. `description` tells staff what the action does.
    """

    code: str
    label: Any
    permission: str
    description: Any
    do: Callable[[M, User, dict[str, Any]], HttpResponse | ResultPage | None]
    form: type[forms.Form] = ReasonForm
    is_possible: Callable[[M], bool] = lambda _row: True

    def is_allowed(self, request: HttpRequest) -> bool:
        """Whether the visitor has the permission."""
        return request.user.has_perm(self.permission)


class ActionAdmin(admin.ModelAdmin[M]):
    """Read-only admin whose rows change only by staff actions.

    `allowed_lookups` are the fields that a list's query string may filter by. `field_permissions` maps fields to the
    permission that is needed to see them.
    """

    staff_actions: ClassVar[Sequence[StaffAction[Any]]] = ()
    allowed_lookups: ClassVar[Sequence[str]] = ()
    field_permissions: ClassVar[Mapping[str, str]] = {}
    change_form_template = "admin/change_form_with_actions.html"
    show_full_result_count = False
    list_per_page = 50
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False

    def get_fieldsets(self, request: HttpRequest, obj: M | None = None) -> Any:
        """Return the fieldsets without fields the staff member may not see and without empty sections."""
        hidden = {name for name, permission in self.field_permissions.items() if not request.user.has_perm(permission)}
        visible = [
            (title, {**options, "fields": [name for name in options["fields"] if name not in hidden]})
            for title, options in super().get_fieldsets(request, obj)
        ]
        return [(title, options) for title, options in visible if options["fields"]]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only `allowed_lookups`: filters on a secret or an email address would reveal it letter by letter."""
        return lookup.partition("__")[0] in self.allowed_lookups and super().lookup_allowed(lookup, value, request)

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.action_view)
        return [path("<int:pk>/do/<slug:code>/", page, name=self._name("action")), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        buttons = [
            action
            for action in self.staff_actions
            if row is not None and action.is_allowed(request) and action.is_possible(row)
        ]
        return super().change_view(request, object_id, form_url, {"staff_actions": buttons, **(extra_context or {})})

    def action_view(self, request: HttpRequest, pk: int, code: str) -> HttpResponse:
        """Show the action's form, or perform the action."""
        action = next((action for action in self.staff_actions if action.code == code), None)
        row = self.get_object(request, str(pk))
        if action is None or row is None:
            raise Http404
        if not action.is_allowed(request) or not self.has_view_permission(request, row):
            raise PermissionDenied
        form = action.form(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                return self._do(request, action, row, form.cleaned_data)
            except ActionDenied as error:
                form.add_error(None, str(error))
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
        return self._render(request, action, row, ResultPage("admin/action.html", {"form": form}), status)

    def _do(self, request: HttpRequest, action: StaffAction[Any], row: M, data: dict[str, Any]) -> HttpResponse:
        assert isinstance(request.user, User), "the admin is for accounts"
        answer = action.do(row, request.user, data)
        if isinstance(answer, ResultPage):
            return self._render(request, action, row, answer)
        if answer is None:
            messages.success(request, _("Done: %(action)s.") % {"action": action.label})
            answer = HttpResponseRedirect(self._url_of(row))
        return answer

    def _render(
        self, request: HttpRequest, action: StaffAction[Any], row: M, page: ResultPage, status: int = HTTPStatus.OK
    ) -> HttpResponse:
        context = {"action": action, "original": row, "opts": self.opts, "back": self._url_of(row), **page.context}
        return TemplateResponse(
            request, page.template, {**self.admin_site.each_context(request), **context}, status=status
        )

    def _url_of(self, row: M) -> str:
        """Return the URL of the row's page, or of the list if the action deleted the row."""
        exists = type(row)._default_manager.filter(pk=row.pk).exists()
        return reverse(self._name("change"), args=[row.pk]) if exists else reverse(self._name("changelist"))

    def _name(self, page: str) -> str:
        name = f"{self.opts.app_label}_{self.opts.model_name}_{page}"
        return name if page == "action" else f"{self.admin_site.name}:{name}"
