"""The language and the time zone in which a visitor reads: the account's, else the browser's."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import get_language_from_request

from accounts.base import time_zones
from accounts.base.outages import OUTAGE
from accounts.models import User
from accounts.preferences.services import note_time_zone


class UserLanguageMiddleware:
    """Activates the account's language. LocaleMiddleware, which runs before, knows only the browser's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and request.user.language:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class TimeZoneMiddleware:
    """Activates the visitor's time zone, and stores the browser's with the account, for mails and pushes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        of_browser = request.COOKIES.get(time_zones.COOKIE, "")
        if isinstance(request.user, User) and of_browser != request.user.browser_time_zone:
            with suppress(*OUTAGE):  # the next request tries again
                note_time_zone(request.user, of_browser)
        with timezone.override(time_zones.zone_of(request.user, request.COOKIES)):
            return self.get_response(request)


def language_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the language code of an open WebSocket. `SessionMiddleware` must have filled the ASGI *scope*."""
    handshake = HttpRequest()
    handshake.COOKIES = scope["cookies"]
    headers = dict(scope["headers"])
    handshake.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return getattr(scope["user"], "language", "") or get_language_from_request(handshake)


def language_chosen(request: HttpRequest, user: User) -> str:
    """Return the language code of the user's next page, for which the browser's cookie no longer counts."""
    browser = HttpRequest()
    browser.META["HTTP_ACCEPT_LANGUAGE"] = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
    return user.language or get_language_from_request(browser)
