"""Nobody can fill the site with open sockets: one player, and one address, has so many and no more."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts.models import User
from tests.live.browsers import socket_at
from tests.tables import new_player

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/ws/lobby/"


async def knock(user: User | None = None, address: str = "192.0.2.1", **headers: str) -> WebsocketCommunicator | None:
    """A browser's new socket from this address; None if it was not let in."""
    browser = await sync_to_async(socket_at)(PATH, user, **headers)
    browser.scope["client"] = [address, 1024]
    return browser if (await browser.connect())[0] else None


async def leave(*browsers: WebsocketCommunicator | None) -> None:
    for browser in browsers:
        assert browser is not None
        await browser.disconnect()


async def test_one_address_has_so_many(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 2
    first, second = await knock(), await knock()
    assert await knock() is None
    elsewhere = await knock(address="192.0.2.2")
    await leave(first)
    third = await knock()
    assert await knock() is None
    await leave(second, third, elsewhere)


async def test_one_player_has_so_many_wherever_they_come_from(settings: Any) -> None:
    settings.SOCKETS_PER_PLAYER = 2
    player, other = await sync_to_async(lambda: (new_player(), new_player()))()
    first, second = await knock(player), await knock(player, "192.0.2.2")
    assert await knock(player, "192.0.2.3") is None
    somebody = await knock(other)
    await leave(first)
    third = await knock(player)
    await leave(second, third, somebody)


async def test_behind_a_proxy_the_address_is_the_one_it_names(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS, settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1, 1
    first = await knock(**{"x-forwarded-for": "198.51.100.1"})
    assert await knock(**{"x-forwarded-for": "198.51.100.1"}) is None
    second = await knock(**{"x-forwarded-for": "198.51.100.2"})
    await leave(first, second)


async def test_without_a_proxy_an_address_of_one_s_own_choice_is_not_believed(settings: Any) -> None:
    settings.SOCKETS_PER_ADDRESS = 1
    first = await knock(**{"x-forwarded-for": "198.51.100.1"})
    assert await knock(**{"x-forwarded-for": "198.51.100.2"}) is None
    await leave(first)
