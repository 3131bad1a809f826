"""The lobby socket: the list of open tables."""

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from autobahn.exception import Disconnected
from channels.testing import WebsocketCommunicator

from accounts.models import User
from config.asgi import application
from games.engine import Rules
from games.lobby import queries as lobby_queries, tables
from games.values import TableOptions
from tests.live.browsers import Browser, frame, open_at, socket_at
from tests.tables import gather, new_player, start

pytestmark = pytest.mark.django_db(transaction=True)

PATH = "/ws/lobby/"


async def looking(user: User | None = None, **headers: str) -> WebsocketCommunicator:
    """Return a socket that has received the list."""
    browser = await open_at(PATH, user, **headers)
    await frame(browser)
    return browser


async def test_public_table_appears_fills_and_disappears() -> None:
    browser = await looking()
    host, guest = await sync_to_async(lambda: (new_player(), new_player()))()
    code = await sync_to_async(gather)(host, public=True)
    assert code in await frame(browser)
    await sync_to_async(tables.sit)(code=code, user=guest, player=1)
    assert guest.username in await frame(browser)
    await sync_to_async(start)(code, host)
    assert f"open-{code}" not in await frame(browser)
    await browser.disconnect()


async def test_browser_that_leaves_before_the_first_frame_causes_no_error() -> None:
    async def leaving(scope: Any, receive: Any, send: Any) -> None:
        async def send_while_there(message: Any) -> None:
            if message["type"] == "websocket.send":
                raise Disconnected("Attempt to send on a closed protocol")
            await send(message)

        await application(scope, receive, send_while_there)

    browser = Browser(leaving, PATH, headers=[(b"origin", b"http://localhost"), (b"host", b"localhost")])
    assert (await browser.connect())[0]
    await browser.disconnect()  # raises what the application has raised


async def test_table_made_private_disappears() -> None:
    host = await sync_to_async(new_player)()
    code = await sync_to_async(gather)(host, public=True)
    browser = await looking()
    await sync_to_async(tables.change_rules)(
        code=code, host=host, rules=Rules(), name="Hidden", options=TableOptions(public=False)
    )
    assert code not in await frame(browser)
    await browser.disconnect()


async def test_private_table_sends_nothing() -> None:
    browser = await looking()
    host, guest = await sync_to_async(lambda: (new_player(), new_player()))()
    code = await sync_to_async(gather)(host, guest)
    await sync_to_async(start)(code, host)
    seen = await sync_to_async(gather)(host, public=True)
    content = await frame(browser)
    assert seen in content
    assert code not in content
    await browser.disconnect()


async def test_list_is_rendered_once_per_change_and_language(monkeypatch: pytest.MonkeyPatch) -> None:
    browsers = [await looking(), await looking(), await looking(**{"accept-language": "es"})]
    made: list[object] = []
    read = lobby_queries.open_tables
    monkeypatch.setattr(lobby_queries, "open_tables", lambda: made.append(1) or read())
    for changes in (1, 2):
        code = await sync_to_async(lambda: gather(new_player(), public=True))()
        for browser in browsers:
            assert code in await frame(browser)
        assert len(made) == 2 * changes
    for browser in browsers:
        await browser.disconnect()


async def test_own_game_is_none_to_watch() -> None:
    player = await sync_to_async(new_player)()
    await sync_to_async(lambda: start(gather(player, new_player(), new_player(), public=True), player))()
    own, theirs = await looking(player), await looking()
    await sync_to_async(lambda: gather(new_player(), public=True))()
    assert "running-" not in await frame(own)
    assert "running-" in await frame(theirs)
    for browser in (own, theirs):
        await browser.disconnect()


async def test_list_is_in_the_language_of_the_browser() -> None:
    english, spanish = socket_at(PATH), socket_at(PATH, **{"accept-language": "es"})
    await sync_to_async(lambda: gather(new_player(), public=True))()
    for browser in (english, spanish):
        await browser.connect()
    assert await frame(english) != await frame(spanish)
    for browser in (english, spanish):
        await browser.disconnect()
