"""Requests that are refused before they are read: bodies too large or too slow, heads too large or ambiguous."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from http import HTTPStatus
from typing import Any

import pytest
from channels.testing import HttpCommunicator

from config import request_limits
from config.asgi import application
from config.request_limits import LARGEST_BODIES, LARGEST_BODY, LARGEST_HEAD, RequestRefused, check_head
from tests.config.requests import Answer, ask

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_lingering")]

HOST = (b"host", b"localhost")
FORM = (b"content-type", b"application/x-www-form-urlencoded")
CHUNK = 10_000
TWO_WAYS = {
    "no host": [],
    "two hosts": [HOST, HOST],
    "two encodings": [HOST, (b"transfer-encoding", b"chunked"), (b"transfer-encoding", b"chunked")],
    "an encoding and a length": [HOST, (b"transfer-encoding", b"chunked"), (b"content-length", b"5")],
    "two lengths": [HOST, (b"content-length", b"5"), (b"content-length", b"5")],
}


@pytest.fixture
def no_lingering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read nothing of a body after the answer."""
    monkeypatch.setattr(request_limits, "LINGER_SECONDS", 0.0)


class Body:
    """A body that comes in chunks, as many as are taken; without `chunks` it has no end."""

    def __init__(self, chunks: int | None = None) -> None:
        self._left = chunks
        self.taken = 0

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(0)
        self.taken += CHUNK
        if self._left is not None:
            self._left -= 1
        return {"type": "http.request", "body": b"a" * CHUNK, "more_body": self._left != 0}


async def post(path: str, body: Body, *headers: tuple[bytes, bytes]) -> Answer:
    """Return the site's answer to this body."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = HttpCommunicator(application, "POST", path, headers=[HOST, FORM, *headers]).scope
    await application(scope, body.receive, send)
    start, *parts = sent
    named = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return Answer(HTTPStatus(start["status"]), named, b"".join(part["body"] for part in parts).decode())


@pytest.mark.parametrize(("path", "largest"), [*LARGEST_BODIES.items(), ("/", LARGEST_BODY), ("/no/", LARGEST_BODY)])
async def test_body_is_refused_as_soon_as_more_has_come_than_its_address_takes(path: str, largest: int) -> None:
    body = Body()
    answer = await post(path, body)
    assert answer.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert body.taken == largest + CHUNK
    assert answer.headers["connection"] == "close"
    assert "larger than this page takes" in answer.text
    assert int(answer.headers["content-length"]) == len(answer.text.encode())


async def test_body_is_refused_by_its_length_before_any_of_it_is_read() -> None:
    body = Body()
    answer = await post("/review/", body, (b"content-length", b"300000000"))
    assert (answer.status, body.taken) == (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, 0)


async def test_body_of_the_largest_size_is_taken() -> None:
    answer = await post("/review/", Body(LARGEST_BODIES["/review/"] // CHUNK))
    assert answer.status == HTTPStatus.FORBIDDEN, "it holds no token"


async def test_body_that_does_not_arrive_in_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_limits, "BODY_SECONDS", 0.01)
    body = Body()
    monkeypatch.setattr(body, "receive", asyncio.Event().wait)
    answer = await post("/review/", body)
    assert answer.status == HTTPStatus.REQUEST_TIMEOUT
    assert "did not arrive within a minute" in answer.text


async def test_waiting_for_the_end_of_a_connection_takes_as_long_as_it_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_limits, "BODY_SECONDS", 0.01)

    async def messages() -> AsyncIterator[dict[str, Any]]:
        yield {"type": "http.request", "body": b"", "more_body": False}
        await asyncio.sleep(0.02)
        yield {"type": "http.disconnect"}

    body = request_limits.BoundedBody(messages().__anext__, 0)
    assert [(await body.receive())["type"] for _ in range(2)] == ["http.request", "http.disconnect"]


async def test_rest_of_a_refused_body_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that is closed with unread data is reset, and the browser might not get its answer."""
    monkeypatch.setattr(request_limits, "LINGER_SECONDS", 60.0)
    body = Body(2 * LARGEST_BODY // CHUNK)
    assert (await post("/", body)).status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert body.taken == 2 * LARGEST_BODY


async def test_refusal_is_in_the_language_of_the_visitor() -> None:
    by_browser = await post("/", Body(), (b"accept-language", b"es"))
    by_choice = await post("/", Body(), (b"accept-language", b"es"), (b"cookie", b"django_language=en"))
    assert '<html lang="es">' in by_browser.text
    assert '<html lang="en">' in by_choice.text


async def test_program_is_refused_in_a_problem() -> None:
    answer = await post("/api/v1/tables", Body(), (b"accept-language", b"es"))
    assert answer.headers["content-type"] == "application/problem+json"
    problem = json.loads(answer.text)
    assert (problem["status"], problem["detail"]) == (413, "La petición es demasiado grande.")


@pytest.mark.parametrize("headers", TWO_WAYS.values(), ids=TWO_WAYS)
async def test_head_that_can_be_read_in_two_ways_is_refused(headers: Iterable[tuple[bytes, bytes]]) -> None:
    answer = await HttpCommunicator(application, "POST", "/language/", headers=list(headers)).get_response(timeout=30)
    assert answer["status"] == HTTPStatus.BAD_REQUEST


async def test_before_version_1_1_a_request_need_not_name_a_host() -> None:
    scope = HttpCommunicator(application, "GET", "/rules/").scope
    with pytest.raises(RequestRefused):
        check_head(scope, LARGEST_BODY)
    check_head({**scope, "http_version": "1.0"}, LARGEST_BODY)


@pytest.mark.parametrize(("path", "header"), [("/rules/", "a" * LARGEST_HEAD), ("/rules/?" + "a" * LARGEST_HEAD, "")])
async def test_head_that_is_too_large_is_refused(path: str, header: str) -> None:
    answer = await ask(path, x_long=header)
    assert answer.status == HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    assert "Delete the cookies" in answer.text
    assert "x-request-id" in answer.headers
