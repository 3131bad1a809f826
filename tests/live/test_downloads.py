"""Streamed answers, whose browser may leave in the middle or ask for the headers alone."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from django.http import HttpRequest, StreamingHttpResponse

from config.handler import ThreadedHandler

pytestmark = pytest.mark.django_db(transaction=True)


class Download(StreamingHttpResponse):
    """A streamed answer that remembers whether it was closed."""

    closed = False

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def download() -> Download:
    async def rows() -> AsyncIterator[bytes]:
        yield b"one row"
        yield b"another row"

    return Download(rows(), headers={"Content-Disposition": "attachment"})


@pytest.fixture
def handler(download: Download, monkeypatch: pytest.MonkeyPatch) -> ThreadedHandler:
    """Return a handler that answers everything with the download."""
    handler = ThreadedHandler()

    def answer(_request: HttpRequest) -> Download:
        return download

    monkeypatch.setattr(handler, "get_response", answer)
    return handler


def request(method: str) -> dict[str, Any]:
    return {"type": "http", "method": method, "path": "/", "headers": [], "query_string": b""}


async def receive() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def test_streamed_answer_is_closed_when_the_browser_has_gone(
    handler: ThreadedHandler, download: Download
) -> None:
    async def send(_message: dict[str, Any]) -> None:
        raise OSError("the browser has gone")

    with pytest.raises(OSError, match="gone"):
        await handler.handle(request("GET"), receive, send)
    assert download.closed


@pytest.mark.parametrize(("method", "body"), [("GET", b"one rowanother row"), ("HEAD", b"")])
async def test_head_gets_the_headers_of_a_download_alone(
    method: str, body: bytes, handler: ThreadedHandler, download: Download
) -> None:
    """Rows after HEAD would be read as the next answer of a kept connection."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await handler.handle(request(method), receive, send)
    assert (b"Content-Disposition", b"attachment") in sent[0]["headers"]
    assert b"".join(message.get("body", b"") for message in sent) == body
    assert download.closed
