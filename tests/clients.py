"""Clients of the site, and requests as htmx sends them."""

from collections.abc import Callable
from typing import Final, TypeAlias

from django.test import Client

from accounts.models import User

HTMX: Final = {"HX-Request": "true"}

ClientFor: TypeAlias = Callable[[User], Client]
"""The fixture `client_for`: it returns a client in which the user is signed in."""


def signed_in(user: User) -> Client:
    """Return a client in which this user is signed in."""
    client = Client()
    client.force_login(user)
    return client


def session_of(user: User) -> str:
    """Return the key of a new session of this user, which the browser has in a cookie."""
    return signed_in(user).cookies["sessionid"].value
