"""Who is behind an open socket: asked again for every message, so that signing out ends what a socket may show."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from accounts.models import User


def user_of_socket(scope: Mapping[str, Any]) -> User | AnonymousUser:
    """The user whose session the socket was opened with, as that session stands now; AnonymousUser once it has ended.

    `scope` went through channels' AuthMiddlewareStack. A password changed or an account closed ends sessions too.
    """
    session_store = import_module(settings.SESSION_ENGINE).SessionStore
    handshake = HttpRequest()
    handshake.session = session_store(scope["session"].session_key)
    user = get_user(handshake)
    return user if isinstance(user, User) else AnonymousUser()
