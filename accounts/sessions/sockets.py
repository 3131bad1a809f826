"""The user of a WebSocket, who is looked up again while it is open: it loses access when the session ends."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from channels.sessions import CookieMiddleware
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest
from django.utils import timezone

from accounts.base.sockets import App, Receive, Scope, Send
from accounts.models import User
from accounts.sessions.store import SessionStore

_UNCHANGED: Final = (
    f"SELECT 1 FROM {Session._meta.db_table}, {User._meta.db_table}"  # noqa: S608  # only models' table names are inserted
    " WHERE session_key = %s AND session_data = %s AND expire_date > %s"
    " AND id = %s AND password = %s AND is_active AND suspended_until IS NULL"
)


class SessionMiddleware:
    """Adds the session and user to the scope of a socket.

    Unlike Channels' AuthMiddlewareStack, it does not check with each message whether to save the session: sockets only
    read it. `read` runs what it is given in a thread with a database connection, which Channels would open each time.
    """

    def __init__(self, app: App, read: Callable[[Callable[[Scope], Any]], Callable[[Scope], Awaitable[Any]]]) -> None:
        self._with_cookies, self._app = CookieMiddleware(self._with_session), app
        self._user_of = read(_user_of_session)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> Any:
        return await self._with_cookies(scope, receive, send)

    async def _with_session(self, scope: Scope, receive: Receive, send: Send) -> Any:
        scope = {**scope, "session": SessionStore(scope["cookies"].get(settings.SESSION_COOKIE_NAME))}
        return await self._app({**scope, "user": await self._user_of(scope)}, receive, send)


def is_still_signed_in(scope: Scope) -> bool:
    """Return whether the socket's user is still that of the session with which it was opened, and not suspended.

    `SessionMiddleware` must have filled `scope`. Changing the password or closing the account also ends sessions. What
    the handshake has read is usually still stored, which one statement checks.
    """
    user = scope["user"]
    return _is_unchanged(scope["session"], user) or _user_of_socket(scope) == user


def _is_unchanged(session: SessionStore, user: User | AnonymousUser) -> bool:
    if not isinstance(user, User) or user.is_suspended:
        return False
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(_UNCHANGED, [session.session_key, session.stored, now, user.pk, user.password])
        return cursor.fetchone() is not None


def _user_of_socket(scope: Scope) -> User | AnonymousUser:
    user = _user_of_session({"session": SessionStore(scope["session"].session_key)})
    return user if isinstance(user, User) and not user.is_suspended else AnonymousUser()


def _user_of_session(scope: Scope) -> User | AnonymousUser:
    handshake = HttpRequest()
    handshake.session = scope["session"]
    user = get_user(handshake)
    return user if isinstance(user, User) else AnonymousUser()
