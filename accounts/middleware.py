"""Middleware about visitors: language, time zone, last visit, suspensions."""

from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from django.contrib.auth import logout
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django_htmx.http import HttpResponseClientRefresh

from accounts import services
from accounts.base import time_zones
from accounts.base.outages import OUTAGE
from accounts.models import User, today
from accounts.people import online

GetResponse = Callable[[HttpRequest], HttpResponse]


class UserLanguageMiddleware:
    """Activates the account's language. LocaleMiddleware, which runs before, knows only the browser's."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class TimeZoneMiddleware:
    """Activates the visitor's time zone, and stores the browser's with the account, for mails and pushes."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        of_browser = request.COOKIES.get(time_zones.COOKIE, "")
        if isinstance(request.user, User) and of_browser != request.user.browser_time_zone:
            with suppress(*OUTAGE):  # it comes with every request
                services.note_time_zone(request.user, of_browser)
        with timezone.override(time_zones.zone_of(request.user, request.COOKIES)):
            return self.get_response(request)


class LastSeenMiddleware:
    """Marks the player as online. Once a day, records the visit and renews the session cookie, a guest's only way to
    sign in.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            with suppress(*OUTAGE):  # the mark comes with the next request
                online.mark(request.user)
            if request.user.last_seen < today():
                services.record_visit(request.user)
                request.session.modified = True
        return self.get_response(request)


class ModerationMiddleware:
    """Enforces moderation: shows suspended players why on every page, and sends players who lost their name to choose
    another. Redirects home if the account was deleted while the request ran.

    Signing out, changing the language, and exporting or deleting the account stay possible, and so do the files that
    every page loads.
    """

    ALWAYS_OPEN: Final = frozenset(
        {"account_logout", "set_language", "export_account", "delete_account", "manifest", "service_worker"}
    )

    def __init__(self, get_response: GetResponse) -> None:
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
    return render(request, "accounts/suspended.html", status=HTTPStatus.FORBIDDEN)


def _account_deleted(request: HttpRequest) -> HttpResponse:
    """Sign the visitor out and redirect home."""
    logout(request)
    return HttpResponseClientRefresh() if _is_htmx(request) else redirect("games:home")


def _is_htmx(request: HttpRequest) -> bool:
    return bool(request.htmx)  # type: ignore[attr-defined]  # set by HtmxMiddleware
