"""An open table with two of three seats taken, and clients of its visitors."""

import pytest
from django.test import Client

from accounts.models import User
from tests.clients import ClientFor
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
def as_host(host: User, client_for: ClientFor) -> Client:
    return client_for(host)


@pytest.fixture
def as_guest(guest: User, client_for: ClientFor) -> Client:
    return client_for(guest)


@pytest.fixture
def as_stranger(client_for: ClientFor) -> Client:
    return client_for(new_player())
