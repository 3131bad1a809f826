"""What every request of a signed-in player brings about."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.contrib.auth import logout
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django_htmx.http import HttpResponseClientRefresh

from accounts import services
from accounts.models import User, today

GetResponse = Callable[[HttpRequest], HttpResponse]


class LanguageOfUserMiddleware:
    """Answers in the language the account asks for. LocaleMiddleware, before it, knows only the browser."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class LastSeenMiddleware:
    """Notes once a day that a player was here, and renews the session cookie, which is all that keeps a guest."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.last_seen < today():
            services.note_visit(request.user)
            request.session.modified = True
        return self.get_response(request)


class StandingMiddleware:
    """Tells a suspended player so, and why, on every page; lets whoever lost a name choose one before all else; leads
    home whose account has been removed.

    Signing out, another language and what an account is owed in any case stay possible, and a browser gets the files
    that every page asks for.
    """

    ALWAYS_OPEN: Final = frozenset(
        {"account_logout", "set_language", "export_account", "remove_account", "manifest", "service_worker"}
    )

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """An account may be removed while a request of its player's is under way, whatever that makes fail."""
        if isinstance(exception, services.AccountGone) or (
            isinstance(exception, DatabaseError) and not services.is_still_there(request.user)
        ):
            return _gone(request)
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
    """The page that says so; a part of a page can't, so the browser is told to load the whole one again."""
    if _is_htmx(request):
        return HttpResponseClientRefresh()
    return render(request, "accounts/suspended.html", status=HTTPStatus.FORBIDDEN)


def _gone(request: HttpRequest) -> HttpResponse:
    """Where a visitor is led whose account was removed while the request was under way."""
    logout(request)
    return HttpResponseClientRefresh() if _is_htmx(request) else redirect("games:home")


def _is_htmx(request: HttpRequest) -> bool:
    return bool(request.htmx)  # type: ignore[attr-defined]  # set by HtmxMiddleware
