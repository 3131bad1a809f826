"""The language of a visitor's sockets: the account's choice, else the browser's. Middleware chooses that of pages."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request


def language_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the language code of an open WebSocket. `SessionMiddleware` must have filled the ASGI *scope*."""
    handshake = HttpRequest()
    handshake.COOKIES = scope["cookies"]
    headers = dict(scope["headers"])
    handshake.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return getattr(scope["user"], "language", "") or get_language_from_request(handshake)
