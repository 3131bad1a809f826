"""Browsers' sockets for tests."""

from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from accounts.models import User
from config.asgi import application
from games.sockets.table_consumer import SIGN_OF_LIFE
from tests.clients import session_of
from tests.tables import new_player, open_table, play_on, to_play


class Browser(WebsocketCommunicator):
    """A browser's end of a socket, which waits longer than the library's: the machine may be busy."""

    async def connect(self, timeout: float = 30) -> tuple[bool, Any]:
        answer: tuple[bool, Any] = await super().connect(timeout)
        return answer


def socket_at(path: str, user: User | None = None, **headers: str) -> Browser:
    """Return a browser's socket at `path`, signed in as `user`."""
    sent = {"origin": "http://localhost", "host": "localhost", **headers}
    if user is not None:
        sent["cookie"] = f"sessionid={session_of(user)}"
    pairs = [(name.encode(), value.encode()) for name, value in sent.items()]
    return Browser(application, path, headers=pairs)


async def open_at(path: str, user: User | None = None, **headers: str) -> Browser:
    """Return a browser whose socket at `path` the site has accepted."""
    browser = await sync_to_async(socket_at)(path, user, **headers)
    accepted, _ = await browser.connect()
    assert accepted
    return browser


async def at_table(code: str, user: User | None = None, **headers: str) -> Browser:
    """Return a browser that has been sent the table."""
    browser = await open_at(f"/ws/tables/{code}/", user, **headers)
    assert "data-version" in await frame(browser)
    return browser


async def frame(browser: WebsocketCommunicator) -> str:
    """Return the next frame the browser is sent that is no sign of life."""
    while (sent := str(await browser.receive_from(timeout=10))) == SIGN_OF_LIFE:
        pass
    return sent


async def frame_with(browser: WebsocketCommunicator, text: str) -> str:
    """Return the first frame that contains this text."""
    while text not in (sent := await frame(browser)):
        pass
    return sent


async def closed(browser: WebsocketCommunicator) -> int:
    """Return the close code; skip the frames before it."""
    while (sent := await browser.receive_output(timeout=10))["type"] != "websocket.close":
        pass
    return int(sent["code"])


@sync_to_async
def table_to_play() -> tuple[User, str]:
    """Return a player and the code of a table at which it is that player's turn to play a card."""
    host = new_player()
    code = open_table(host)
    play_on(code, to_play)
    return host, code
