"""A table at which two of three have sat down, and browsers of all who may come to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.tables import gather, new_player


@pytest.fixture
def host() -> User:
    return new_player()


@pytest.fixture
def guest() -> User:
    return new_player()


@pytest.fixture
def code(host: User, guest: User) -> str:
    return gather(host, guest)


@pytest.fixture
def as_host(host: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(host)


@pytest.fixture
def as_guest(guest: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(guest)


@pytest.fixture
def as_stranger(client_for: Callable[[User], Client]) -> Client:
    return client_for(new_player())
