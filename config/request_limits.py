"""Limits on what a request may send: refused are heads that are too large or can be read in two ways, and bodies that
are too large for their address or come too slowly.

A server with back-pressure, such as uvicorn, reads a body only as fast as it is taken here, so no more of it is held
than its address allows. Daphne collects a whole body first: it needs a proxy that limits it.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, parse_cookie
from django.template.loader import render_to_string
from django.utils import translation

from accounts.base.sockets import App, Receive, Scope, Send
from games.api.middleware import as_the_api_refuses

LARGEST_HEAD: Final = 16_384
"""Bytes of the request line and the headers."""

LARGEST_BODY: Final = 100_000
"""Bytes of the body of a request to an address that is not in LARGEST_BODIES."""

LARGEST_BODIES: Final = {
    "/review/": 1_000_000,  # the page itself refuses files over 200 kB; in a form each of their bytes may take three
    "/admin/": 1_000_000,
}
"""Bytes of the bodies of requests to addresses that begin with these."""

BODY_SECONDS: Final = 60.0
"""How long a body of the largest size may take."""

LINGER_SECONDS: Final = 5.0
"""How long what still comes of a refused body is read and dropped. A connection that is closed with unread data is
reset, and the browser might not get the answer."""


class RequestRefused(Exception):
    """The body of a request is not taken; its answer has this status."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


class RequestLimits:
    """Refuses requests that exceed the limits of this module before their body is read to its end."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = BoundedBody(receive, largest_body(scope["path"]))
        try:
            check_head(scope, body.largest)
            await self._app(scope, body.receive, send)
        except RequestRefused as refused:
            await _refuse(scope, refused.status, receive, send)


class BoundedBody:
    """The body of one request, of `largest` bytes at most."""

    def __init__(self, receive: Receive, largest: int) -> None:
        self.largest = largest
        self._receive, self._size = receive, 0
        self._is_complete = False
        self._deadline: float | None = None

    async def receive(self) -> Any:
        """Return the next message. Raises RequestRefused if the body is too large or not complete in time."""
        if self._is_complete:
            return await self._receive()
        self._deadline = self._deadline or asyncio.get_running_loop().time() + BODY_SECONDS
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            raise RequestRefused(HTTPStatus.REQUEST_TIMEOUT) from None
        self._size += len(message.get("body", b""))
        self._is_complete = not message.get("more_body", False)
        if self._size > self.largest:
            raise RequestRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return message


def largest_body(path: str) -> int:
    """Return the largest size in bytes of a body that is sent to this address."""
    return next((size for start, size in LARGEST_BODIES.items() if path.startswith(start)), LARGEST_BODY)


def check_head(scope: Scope, largest: int) -> None:
    """Raise RequestRefused if the head is too large, can be read in two ways, or announces more than `largest` bytes.

    Two lengths, or a length and an encoding, mean different bodies to different servers. Only before version 1.1 of
    HTTP may a request name no host.
    """
    names = [name for name, _ in scope["headers"]]
    hosts, encodings, lengths = (names.count(name) for name in (b"host", b"transfer-encoding", b"content-length"))
    if hosts > 1 or (hosts == 0 and scope["http_version"] != "1.0") or encodings + lengths > 1:
        raise RequestRefused(HTTPStatus.BAD_REQUEST)
    if _size_of_head(scope) > LARGEST_HEAD:
        raise RequestRefused(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
    if int(_value(scope["headers"], b"content-length") or b"0") > largest:
        raise RequestRefused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def _size_of_head(scope: Scope) -> int:
    line = len(scope["method"]) + len(scope.get("raw_path") or scope["path"]) + len(scope["query_string"])
    return line + sum(len(name) + len(value) + 4 for name, value in scope["headers"])


def _value(headers: Sequence[tuple[bytes, bytes]], name: bytes) -> bytes:
    return next((value for given, value in headers if given == name), b"")


async def _refuse(scope: Scope, status: HTTPStatus, receive: Receive, send: Send) -> None:
    """Send the answer whole, and end the connection after reading what the browser may still be sending."""
    answer = _answer(scope, status)
    headers = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    await send({"type": "http.response.start", "status": status.value, "headers": headers})
    body = b"" if scope["method"] == "HEAD" else answer.content
    await send({"type": "http.response.body", "body": body, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            while (await receive()).get("more_body", False):
                pass
    await send({"type": "http.response.body", "body": b""})


def _answer(scope: Scope, status: HTTPStatus) -> HttpResponse:
    """Return the page that says what is wrong, or for the API its problem, in the language of the visitor."""
    request = HttpRequest()
    request.method, request.path = scope["method"], scope["path"]
    request.META["HTTP_ACCEPT_LANGUAGE"] = _value(scope["headers"], b"accept-language").decode("latin-1")
    request.COOKIES = parse_cookie(_value(scope["headers"], b"cookie").decode("latin-1"))
    language = translation.get_language_from_request(request)
    with translation.override(language):
        answer = as_the_api_refuses(request, HttpResponse(_page(status, language), status=status))
    answer["Content-Length"] = str(len(answer.content))
    answer["Content-Security-Policy"] = "default-src 'self'; frame-ancestors 'none'"
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "no-store"
    answer["Connection"] = "close"
    return answer


@cache
def _page(status: HTTPStatus, language: str) -> bytes:
    with translation.override(language):
        return render_to_string(f"{status.value}.html").encode()
