"""Something staff do to one row: a button on its page, a page that asks why, a service that does it.

An act is declared, and everything else follows: who sees the button, who is refused, what is asked for, what the
answer says. What a service refuses is said on the same page, and nothing has changed.
"""

from __future__ import annotations

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
from accounts.site_config.errors import DeedRefused
from accounts.site_config.models import LONGEST_REASON

M = TypeVar("M", bound=Model)


class ReasonForm(forms.Form):
    """Why it is done, for the audit log."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Kept in the audit log."))


@dataclass(frozen=True, slots=True)
class Page:
    """An answer to an act that is a page of its own."""

    template: str
    context: dict[str, Any]


@dataclass(frozen=True)
class Act(Generic[M]):
    """`do` gets the row, who does it and what the form says, and raises DeedRefused; what it returns is the answer,
    None the way back to the row's page. `line` says what will follow.
    """

    code: str
    label: Any
    permission: str
    line: Any
    do: Callable[[M, User, dict[str, Any]], HttpResponse | Page | None]
    form: type[forms.Form] = ReasonForm
    is_possible: Callable[[M], bool] = lambda _row: True

    def is_for(self, request: HttpRequest) -> bool:
        """Whether the visitor has the permission."""
        return request.user.has_perm(self.permission)


class WithActs(admin.ModelAdmin[M]):
    """An admin of rows that are changed by acts only. `lookups` are what the address of a list may filter by.

    `reserved` are fields that are shown to whoever has a permission, by name of the field.
    """

    acts: ClassVar[Sequence[Act[Any]]] = ()
    lookups: ClassVar[Sequence[str]] = ()
    reserved: ClassVar[Mapping[str, str]] = {}
    change_form_template = "admin/with_acts.html"
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
        """Without the fields the visitor may not see, and without headings over nothing."""
        hidden = {name for name, permission in self.reserved.items() if not request.user.has_perm(permission)}
        kept = [
            (title, {**options, "fields": [name for name in options["fields"] if name not in hidden]})
            for title, options in super().get_fieldsets(request, obj)
        ]
        return [(title, options) for title, options in kept if options["fields"]]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Only `lookups` narrow the list: a filter on a secret or an address would spell it out letter by letter."""
        return lookup.partition("__")[0] in self.lookups and super().lookup_allowed(lookup, value, request)

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.act_page)
        return [path("<int:pk>/do/<slug:code>/", page, name=self._name("act")), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        buttons = [act for act in self.acts if row is not None and act.is_for(request) and act.is_possible(row)]
        return super().change_view(request, object_id, form_url, {"acts": buttons, **(extra_context or {})})

    def act_page(self, request: HttpRequest, pk: int, code: str) -> HttpResponse:
        """Ask why, then do it."""
        act = next((act for act in self.acts if act.code == code), None)
        row = self.get_object(request, str(pk))
        if act is None or row is None:
            raise Http404
        if not act.is_for(request) or not self.has_view_permission(request, row):
            raise PermissionDenied
        form = act.form(request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                return self._do(request, act, row, form.cleaned_data)
            except DeedRefused as refusal:
                form.add_error(None, str(refusal))
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
        return self._page(request, act, row, Page("admin/act.html", {"form": form}), status)

    def _do(self, request: HttpRequest, act: Act[Any], row: M, chosen: dict[str, Any]) -> HttpResponse:
        assert isinstance(request.user, User), "the admin is for accounts"
        answer = act.do(row, request.user, chosen)
        if isinstance(answer, Page):
            return self._page(request, act, row, answer)
        if answer is None:
            messages.success(request, _("Done: %(act)s.") % {"act": act.label})
            answer = HttpResponseRedirect(self._page_of(row))
        return answer

    def _page(
        self, request: HttpRequest, act: Act[Any], row: M, page: Page, status: int = HTTPStatus.OK
    ) -> HttpResponse:
        context = {"act": act, "original": row, "opts": self.opts, "back": self._page_of(row), **page.context}
        return TemplateResponse(
            request, page.template, {**self.admin_site.each_context(request), **context}, status=status
        )

    def _page_of(self, row: M) -> str:
        still_there = type(row)._default_manager.filter(pk=row.pk).exists()
        return reverse(self._name("change"), args=[row.pk]) if still_there else reverse(self._name("changelist"))

    def _name(self, page: str) -> str:
        name = f"{self.opts.app_label}_{self.opts.model_name}_{page}"
        return name if page == "act" else f"{self.admin_site.name}:{name}"
