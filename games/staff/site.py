"""The admin site: Django's, with allauth's sign-in."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.staff.dashboard import dashboard
from games.staff.second_factor import is_missing


class StaffSite(AdminSite):
    """Signs in through allauth's page, which limits failed attempts and asks for second factors."""

    site_header = gettext_lazy("Dummy Hand Spades: staff")
    site_title = gettext_lazy("Staff")
    index_title = gettext_lazy("The site today")
    index_template = "admin/dashboard.html"

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.login = secure_admin_login(super().login)  # type: ignore[method-assign]  # as allauth documents it

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        return super().index(request, {"dashboard": dashboard(), **(extra_context or {})})

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and not is_missing(request.user)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Redirect staff who lack a required second factor to its set-up page instead of the sign-in page."""
        inner = super().admin_view(view, cacheable)

        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if super(StaffSite, self).has_permission(request) and is_missing(request.user):
                messages.warning(request, _("The staff’s pages open once you have set up a second factor."))
                return redirect("mfa_index")
            answer: HttpResponse = inner(request, *args, **kwargs)
            return answer

        return wrapper
