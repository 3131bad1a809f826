"""Who is behind an open socket: asked again while it is open, so that the end of a session ends what it may show."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User


def user_of_socket(scope: Mapping[str, Any]) -> User | AnonymousUser:
    """The user whose session the socket was opened with, as that session stands now; AnonymousUser once it has ended
    or the house has suspended the player.

    `scope` went through channels' AuthMiddlewareStack. A password changed or an account closed ends sessions too.
    """
    session_store = import_module(settings.SESSION_ENGINE).SessionStore
    handshake = HttpRequest()
    handshake.session = session_store(scope["session"].session_key)
    user = get_user(handshake)
    return user if isinstance(user, User) and not user.is_suspended else AnonymousUser()


def address_of_socket(scope: Mapping[str, Any]) -> str:
    """The client's address, by the same rules as a request's (see TRUSTED_PROXIES); "" if there is none."""
    handshake = HttpRequest()
    forwarded = dict(scope["headers"]).get(b"x-forwarded-for", b"").decode("latin-1")
    handshake.META = {"HTTP_X_FORWARDED_FOR": forwarded, "REMOTE_ADDR": (scope.get("client") or [""])[0]}
    try:
        return str(get_adapter().get_client_ip(handshake))
    except PermissionDenied:
        return ""
