"""Ids of requests and sockets, by which the lines of the site's log and of its proxies can be matched."""

import re
from secrets import token_hex
from typing import Any, Final

from accounts.base.sockets import App, Receive, Scope, Send
from config.logs import request_id

HEADER: Final = b"x-request-id"

_WELL_FORMED: Final = re.compile(rb"[A-Za-z0-9_-]{8,64}")


class RequestIds:
    """Gives each request and socket an id, the proxy's if that is well-formed, and names it in the answer."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = dict(scope["headers"]).get(HEADER, b"")
        own = given if _WELL_FORMED.fullmatch(given) else token_hex(16).encode()
        request_id.set(own.decode())

        async def send_with_id(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], (HEADER, own)]}
            await send(message)

        await self._app(scope, receive, send_with_id if scope["type"] == "http" else send)
