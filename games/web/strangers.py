"""Pages that are the same for every stranger (a visitor without an account), so that proxies and browsers may cache
them (docs/scaling.md).

A CSRF token belongs to one visitor, so these pages have none: site.js fetches one when a form is sent. Without
JavaScript, the form is shown once more, with a token.
"""

from datetime import UTC
from functools import wraps
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_CSRF_TOKEN_MISSING, REASON_NO_CSRF_COOKIE, get_token
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers, patch_cache_control, patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import conditional_page, require_safe

from games.web.shortcuts import View, page_view, spectators_refused

PAGE_KEPT_FOR: Final = 60
"""For how many seconds a proxy may serve a page to strangers from its cache."""

MESSAGES_COOKIE: Final = "messages"

FORMS: Final = frozenset({"set_language", "games:play_now", "games:play_again", "games:analyse_again"})
"""The targets of forms on these pages. None of them has a file or a password."""


def public_page(view: View) -> View:
    """Return a view for GET and HEAD of a page that is cached for strangers, and never for anybody else.

    A response that must not be cached says so in its Cache-Control.
    """
    for_visitor = page_view(view)
    for_strangers = conditional_page(_kept(require_safe(spectators_refused()(view))))

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        return (for_strangers if _is_stranger(request) else for_visitor)(request, **kwargs)

    return wrapper


def _is_stranger(request: HttpRequest) -> bool:
    """Return whether only the language can distinguish the visitor from others, and the whole page is requested.

    A visitor whose CSRF cookie is broken is about to get a new one.
    """
    return (
        request.COOKIES.keys().isdisjoint((settings.SESSION_COOKIE_NAME, MESSAGES_COOKIE))
        and "HX-Request" not in request.headers
        and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
    )


def _kept(view: View) -> View:
    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        request.is_for_strangers = True  # type: ignore[attr-defined]  # for `without_token` and base.html
        with timezone.override(UTC):  # not that of a cookie
            response = view(request, **kwargs)
        if response.status_code == HTTPStatus.OK and "Cache-Control" not in response:
            patch_cache_control(response, public=True, max_age=0, s_maxage=PAGE_KEPT_FOR)
            patch_vary_headers(response, ("Cookie", "HX-Request"))
        else:
            add_never_cache_headers(response)
        return response

    return wrapper


def without_token(request: HttpRequest) -> dict[str, str]:
    """Keep the token out of the forms of a page for strangers. A context processor."""
    return {"csrf_token": ""} if getattr(request, "is_for_strangers", False) else {}


def token(request: HttpRequest) -> HttpResponse:
    """Return a CSRF token for a form without one, and set its cookie."""
    return HttpResponse(get_token(request), content_type="text/plain")


def _too_old(request: HttpRequest) -> HttpResponse:
    """Return the page of a form that is too old, with a link to the page it came from, if that is one of this site."""
    referer = request.headers.get("Referer", "")
    back = referer if url_has_allowed_host_and_scheme(referer, {request.get_host()}) else ""
    return render(request, "403_csrf.html", {"back": back}, status=HTTPStatus.FORBIDDEN)


def form_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that Django refused. One that came from a page for strangers is shown again, to be sent by a click.

    The token then shows that the visitor sent the form on purpose. Forms of other sites never get this far: Django
    refuses them.
    """
    has_no_token = reason in (REASON_NO_CSRF_COOKIE, REASON_CSRF_TOKEN_MISSING)
    goes_to = request.resolver_match.view_name if request.resolver_match else ""
    if not has_no_token or goes_to not in FORMS or request.POST.get("csrfmiddlewaretoken"):
        return _too_old(request)
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    return render(request, "web/send_again.html", {"fields": fields}, status=HTTPStatus.FORBIDDEN)
