"""The language of a visitor: the account's choice, else the browser's."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request


def language_of(user: Any, request: HttpRequest) -> str:
    """Return the language code for the response to *request*; *user* may be anonymous."""
    return getattr(user, "language", "") or get_language_from_request(request)


def language_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the language code of an open WebSocket. `SessionMiddleware` must have filled the ASGI *scope*."""
    handshake = HttpRequest()
    handshake.COOKIES = scope["cookies"]
    headers = dict(scope["headers"])
    handshake.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return language_of(scope["user"], handshake)
