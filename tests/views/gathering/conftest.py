"""An open table with two of three seats taken, and clients of its visitors."""

import pytest
from django.test import Client

from accounts.models import User
from tests.clients import ClientFor
from tests.tables import gather, here, new_player, user_at


@pytest.fixture(scope="module")
def gathered(rows_of_the_module: None) -> str:  # noqa: ARG001  # in which it stays
    return gather(new_player(), new_player())


@pytest.fixture
def host(gathered: str) -> User:
    return user_at(gathered, 0)


@pytest.fixture
def guest(gathered: str) -> User:
    return user_at(gathered, 1)


@pytest.fixture
def code(gathered: str) -> str:
    """The table of both, who are at it."""
    here(gathered, (0, 1))
    return gathered


@pytest.fixture
def as_host(host: User, client_for: ClientFor) -> Client:
    return client_for(host)


@pytest.fixture
def as_guest(guest: User, client_for: ClientFor) -> Client:
    return client_for(guest)


@pytest.fixture
def as_stranger(client_for: ClientFor) -> Client:
    return client_for(new_player())
