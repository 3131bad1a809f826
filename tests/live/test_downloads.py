"""Streamed answers, whose browser may leave in the middle or ask for the headers alone."""

from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from typing import Any

import pytest
from django.http import FileResponse, HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

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
    return answering(download, monkeypatch)


def answering(response: HttpResponseBase, monkeypatch: pytest.MonkeyPatch) -> ThreadedHandler:
    """Return a handler that answers everything so."""
    handler = ThreadedHandler()

    def answer(_request: HttpRequest) -> HttpResponseBase:
        return response

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


def rows() -> Iterator[bytes]:
    yield from (b"one row", b"another row")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("response", "pieces"),
    [
        (FileResponse(BytesIO(b"a" * 100_000)), [b"a" * 65_536, b"a" * 34_464]),
        (StreamingHttpResponse(rows()), [*rows()]),
    ],
    ids=["file", "rows"],
)
async def test_what_is_read_synchronously_is_sent_piece_by_piece(
    response: StreamingHttpResponse, pieces: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """WhiteNoise answers each static file so. Django alone reads all of it first, and warns."""
    sent: list[bytes] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("body", b""))

    await answering(response, monkeypatch).handle(request("GET"), receive, send)
    assert [piece for piece in sent if piece] == pieces
    assert response.closed
