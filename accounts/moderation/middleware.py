"""Enforces restrictions by the staff, and handles requests whose account has been deleted."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.contrib.auth import logout
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django_htmx.http import HttpResponseClientRefresh

from accounts import services
from accounts.models import User


class ModerationMiddleware:
    """Enforces moderation: shows suspended players why on every page, and sends players who lost their name to choose
    another. Redirects home if the account was deleted while the request ran.

    Signing out, changing the language, and exporting or deleting the account stay possible, and so do the files that
    every page loads and old addresses, which only redirect.
    """

    ALWAYS_OPEN: Final = frozenset(
        {"account_logout", "set_language", "export_account", "delete_account", "manifest", "service_worker", "moved"}
    )

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Redirect home if the failure comes from the account's deletion during the request."""
        if isinstance(exception, services.AccountDeleted) or (
            isinstance(exception, DatabaseError) and not services.account_exists(request.user)
        ):
            return _account_deleted(request)
        return None

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        user, page = request.user, request.resolver_match.url_name if request.resolver_match else ""
        if not isinstance(user, User) or page in self.ALWAYS_OPEN:
            return None
        if user.is_suspended:
            return _suspended(request)
        if user.must_rename and page != "choose_name" and request.method == "GET" and not _is_htmx(request):
            return redirect("choose_name")
        return None


def _suspended(request: HttpRequest) -> HttpResponse:
    """Return the suspension page. An htmx request gets a reload instead, as it can replace only a part of the page."""
    if _is_htmx(request):
        return HttpResponseClientRefresh()
    return render(request, "accounts/moderation/suspended.html", status=HTTPStatus.FORBIDDEN)


def _account_deleted(request: HttpRequest) -> HttpResponse:
    """Sign the visitor out and redirect home."""
    logout(request)
    return HttpResponseClientRefresh() if _is_htmx(request) else redirect("games:home")


def _is_htmx(request: HttpRequest) -> bool:
    return bool(request.htmx)  # type: ignore[attr-defined]  # set by HtmxMiddleware
