"""A browser's socket, as a test holds it."""

from __future__ import annotations

from typing import Any

from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from config.asgi import application
from games.sockets.table_consumer import SIGN_OF_LIFE


class Browser(WebsocketCommunicator):
    """A browser's end of a socket, which waits longer than the library's for a busy machine."""

    async def connect(self, timeout: float = 30) -> tuple[bool, Any]:
        answer: tuple[bool, Any] = await super().connect(timeout)
        return answer


def socket_at(path: str, user: User | None = None, **headers: str) -> Browser:
    """A browser's socket at `path`, signed in as `user`."""
    sent = {"origin": "http://localhost", "host": "localhost", **headers}
    if user is not None:
        client = Client()
        client.force_login(user)
        sent["cookie"] = f"sessionid={client.cookies['sessionid'].value}"
    pairs = [(name.encode(), value.encode()) for name, value in sent.items()]
    return Browser(application, path, headers=pairs)


async def frame(browser: WebsocketCommunicator) -> str:
    """The next frame the browser is sent, signs of life aside."""
    while (sent := str(await browser.receive_from(timeout=10))) == SIGN_OF_LIFE:
        pass
    return sent


async def frame_with(browser: WebsocketCommunicator, text: str) -> str:
    """The first frame that has this text in it."""
    while text not in (sent := await frame(browser)):
        pass
    return sent


async def closed(browser: WebsocketCommunicator) -> int:
    """Why the browser is sent away, whatever it is sent before."""
    while (sent := await browser.receive_output(timeout=10))["type"] != "websocket.close":
        pass
    return int(sent["code"])
