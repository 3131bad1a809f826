"""The user and address of a WebSocket. The user is looked up again while the socket is open, so that it loses access
when the session ends.
"""

from collections.abc import Awaitable, Callable, Mapping
from importlib import import_module
from io import BytesIO
from typing import Any, TypeAlias

from allauth.account.adapter import get_adapter
from channels.auth import get_user as get_user_of_session
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import DisallowedHost, PermissionDenied
from django.core.handlers.asgi import ASGIRequest
from django.db import OperationalError
from django.http import HttpRequest

from accounts.models import User

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


class SessionMiddleware:
    """Adds the session and user to the scope of a socket.

    Unlike Channels' AuthMiddlewareStack, it does not check with each message whether to save the session: sockets only
    read it.
    """

    def __init__(self, app: App) -> None:
        self._with_cookies, self._app = CookieMiddleware(self._with_session), app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        return await self._with_cookies(scope, receive, send)

    async def _with_session(self, scope: Scope, receive: Receive, send: Send) -> Any:
        scope = {**scope, "session": _session(scope["cookies"].get(settings.SESSION_COOKIE_NAME))}
        try:
            user = await get_user_of_session(scope)
        except OperationalError:  # the database has cut the connection, which Channels has closed now
            user = await get_user_of_session(scope)
        return await self._app({**scope, "user": user}, receive, send)


def _session(key: str | None) -> SessionBase:
    store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
    return store(key)


def user_of_socket(scope: Scope) -> User | AnonymousUser:
    """Return the current user of the session that opened the socket. AnonymousUser if the session has ended or the
    player is suspended.

    `SessionMiddleware` must have filled `scope`. Changing the password or closing the account also ends sessions.
    """
    handshake = HttpRequest()
    handshake.session = _session(scope["session"].session_key)
    user = get_user(handshake)
    return user if isinstance(user, User) and not user.is_suspended else AnonymousUser()


def address_of_socket(scope: Mapping[str, Any]) -> str:
    """Return the client's address by the same rules as for requests (TRUSTED_PROXIES); "" if there is none."""
    handshake = HttpRequest()
    forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
    handshake.META = {"HTTP_X_FORWARDED_FOR": forwarded, "REMOTE_ADDR": (scope.get("client") or [""])[0]}
    try:
        return str(get_adapter().get_client_ip(handshake))
    except PermissionDenied:
        return ""
