"""Types of ASGI applications, and which origins and addresses may open sockets."""

from collections.abc import Awaitable, Callable, Mapping
from io import BytesIO
from typing import Any, TypeAlias

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.exceptions import DisallowedHost, PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

from accounts.base.rate_limits import network_of

Scope: TypeAlias = Mapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[dict[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[Any]]


class SameOriginOnly:
    """Accepts sockets only from pages of the same origin (scheme, host and port), as CsrfViewMiddleware does for forms.

    Channels' AllowedHostsOriginValidator accepts pages of other servers on the same host, and cookies ignore ports.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _is_same_origin(scope):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close"})


def _is_same_origin(scope: Scope) -> bool:
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    handshake = ASGIRequest({**scope, "method": "GET", "scheme": scheme}, BytesIO())
    origin = handshake.headers.get("Origin")
    try:
        here = f"{handshake.scheme}://{handshake.get_host()}"
    except DisallowedHost:
        return False
    return origin == here or origin in settings.CSRF_TRUSTED_ORIGINS


def address_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the client's address, or network, by the same rules as for requests (TRUSTED_PROXIES); "" for none."""
    handshake = HttpRequest()
    forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
    handshake.META = {"HTTP_X_FORWARDED_FOR": forwarded, "REMOTE_ADDR": (scope.get("client") or [""])[0]}
    try:
        return network_of(get_adapter().get_client_ip(handshake))
    except PermissionDenied:
        return ""
