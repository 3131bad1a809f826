"""A browser that reads slowly, or not at all, delays nobody, and is given up when too much waits for it."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from config.asgi import application
from games.play import presence
from games.sockets import outbox
from games.sockets.outbox import Outbox
from games.values import Stage
from tests.live.browsers import Browser, at_table, frame_with, socket_at, table_to_play
from tests.live.test_moves_by_socket import message_at
from tests.tables import play_on

pytestmark = pytest.mark.django_db(transaction=True)


class DeafBrowser:
    """Accepts its socket and takes nothing else: the server's `send` waits, as under back-pressure."""

    def __init__(self) -> None:
        self.stuck = asyncio.Event()
        self.gone = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_first(message: Any) -> None:
            if message["type"] == "websocket.send":
                self.stuck.set()
                await asyncio.Event().wait()
            await send(message)

        await application(scope, receive, send_first)
        self.gone.set()


async def deaf_at(path: str) -> tuple[DeafBrowser, WebsocketCommunicator]:
    """Open a socket whose browser reads nothing."""
    deaf = DeafBrowser()
    socket = (await sync_to_async(socket_at)(path)).scope
    browser = Browser(deaf, path, headers=socket["headers"])
    assert (await browser.connect())[0]
    await deaf.stuck.wait()
    return deaf, browser


async def test_browser_that_reads_nothing_keeps_no_move_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "SECONDS_AT_THE_END", 0.1)
    host, code = await table_to_play()
    _, deaf = await deaf_at(f"/ws/tables/{code}/")
    player, other = await at_table(code, host), await at_table(code)
    await player.send_to(await message_at(code))
    for browser in (player, other):
        await frame_with(browser, "data-version")
    for browser in (player, other, deaf):
        await browser.disconnect()


async def test_browser_that_reads_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MOST_WAITING", 1)
    monkeypatch.setattr(presence, "SIGN_EVERY", 0.1)  # each sign may send a message
    _, code = await table_to_play()
    deaf, _ = await deaf_at(f"/ws/tables/{code}/")
    await sync_to_async(play_on)(code, lambda table: table.stage is Stage.SCORED)
    async with asyncio.timeout(30):
        await deaf.gone.wait()


async def test_what_was_put_before_the_end_is_sent() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        await asyncio.sleep(0)
        sent.append(message)

    waiting = Outbox(send, lambda: None)
    for number in range(3):
        waiting.put_text(str(number))
    await waiting.end()
    waiting.put_text("late")
    assert [message["text"] for message in sent] == ["0", "1", "2"]
