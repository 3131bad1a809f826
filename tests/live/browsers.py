"""A browser's socket, as a test holds it."""

from __future__ import annotations

import json
from typing import Any

from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from config.asgi import application


def socket_at(path: str, user: User | None = None, **headers: str) -> WebsocketCommunicator:
    """A browser's socket at `path`, signed in as `user`."""
    sent = {"origin": "http://localhost", "host": "localhost", **headers}
    if user is not None:
        client = Client()
        client.force_login(user)
        sent["cookie"] = f"sessionid={client.cookies['sessionid'].value}"
    pairs = [(name.encode(), value.encode()) for name, value in sent.items()]
    return WebsocketCommunicator(application, path, headers=pairs)


async def frame(browser: WebsocketCommunicator) -> dict[str, Any]:
    """The next frame the browser is sent."""
    sent: dict[str, Any] = json.loads(await browser.receive_from(timeout=10))
    return sent


async def frame_with(browser: WebsocketCommunicator, text: str) -> str:
    """The content of the first frame that has this text in it."""
    while text not in (content := (await frame(browser))["content"]):
        pass
    return str(content)
