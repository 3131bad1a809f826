"""The number of open sockets per player and per address is limited."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts.models import User
from tests.live.browsers import socket_at
from tests.tables import new_player

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/ws/lobby/"


async def connect(user: User | None = None, address: str = "192.0.2.1", **headers: str) -> WebsocketCommunicator | None:
    """Open a socket from this address; None if it was refused."""
    browser = await sync_to_async(socket_at)(PATH, user, **headers)
    browser.scope["client"] = [address, 1024]
    return browser if (await browser.connect())[0] else None


async def disconnect(*browsers: WebsocketCommunicator | None) -> None:
    for browser in browsers:
        assert browser is not None
        await browser.disconnect()


async def test_socket_above_the_limit_of_an_address_is_refused(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 2
    first, second = await connect(), await connect()
    assert await connect() is None
    elsewhere = await connect(address="192.0.2.2")
    await disconnect(first)
    third = await connect()
    assert await connect() is None
    await disconnect(second, third, elsewhere)


async def test_addresses_of_one_network_share_their_limit(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 1
    first = await connect(address="2001:db8::1")
    assert await connect(address="2001:db8::2") is None
    elsewhere = await connect(address="2001:db9::1")
    await disconnect(first, elsewhere)


async def test_socket_above_the_limit_of_a_player_is_refused_from_any_address(settings: Any) -> None:
    settings.SOCKETS_PER_PLAYER = 2
    player, other = await sync_to_async(lambda: (new_player(), new_player()))()
    first, second = await connect(player), await connect(player, "192.0.2.2")
    assert await connect(player, "192.0.2.3") is None
    somebody = await connect(other)
    await disconnect(first)
    third = await connect(player)
    await disconnect(second, third, somebody)


async def test_limit_uses_the_forwarded_address_behind_a_trusted_proxy(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS, settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1, 1
    first = await connect(**{"x-forwarded-for": "198.51.100.1"})
    assert await connect(**{"x-forwarded-for": "198.51.100.1"}) is None
    second = await connect(**{"x-forwarded-for": "198.51.100.2"})
    await disconnect(first, second)


async def test_limit_ignores_a_forwarded_address_without_a_trusted_proxy(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 1
    first = await connect(**{"x-forwarded-for": "198.51.100.1"})
    assert await connect(**{"x-forwarded-for": "198.51.100.2"}) is None
    await disconnect(first)
