"""The language of sockets, and of the page after a choice: the account's, else the browser's. Middleware chooses that
of other pages.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from accounts.models import User


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
