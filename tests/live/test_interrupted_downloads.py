"""A browser may leave in the middle of a streamed answer."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpRequest, StreamingHttpResponse

from config.handler import ThreadedHandler


@pytest.mark.django_db(transaction=True)
async def test_streamed_answer_is_closed_when_the_browser_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[bool] = []

    class Download(StreamingHttpResponse):
        def close(self) -> None:
            closed.append(True)

    def rows() -> Iterator[bytes]:
        yield b"one row"

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_message: dict[str, Any]) -> None:
        raise OSError("the browser has gone")

    handler = ThreadedHandler()

    def answer(_request: HttpRequest) -> Download:
        return Download(rows())

    monkeypatch.setattr(handler, "get_response", answer)
    scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
    with pytest.raises(OSError, match="gone"):
        await handler.handle(scope, receive, send)
    assert closed
