"""Which language a visitor reads: the account's own choice first, then what the browser asks for."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language_from_request


def language_of(user: Any, request: HttpRequest) -> str:
    """Return the code of the language in which to answer *request*, made by *user* or by an anonymous visitor."""
    return getattr(user, "language", "") or get_language_from_request(request)


def language_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the same for an open WebSocket, whose ASGI *scope* went through `WithVisitor`."""
    handshake = HttpRequest()
    handshake.COOKIES = scope["cookies"]
    headers = dict(scope["headers"])
    handshake.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin-1")
    return language_of(scope["user"], handshake)
