"""The handler of requests: who waits for a thread, and what it takes over from Django's, which no document has."""

import asyncio
import threading
from http import HTTPStatus
from inspect import signature

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpResponse

from config import handler
from config.handler import ThreadedHandler
from tests.config.requests import ask

USED = {
    "handle": ("scope", "receive", "send"),
    "read_body": ("receive",),
    "create_request": ("scope", "body_file"),
    "send_response": ("response", "send"),
    "get_response": ("request",),
    "load_middleware": ("is_async",),
}


def test_django_still_has_what_the_handler_uses() -> None:
    found = {name: tuple(signature(getattr(ASGIHandler, name)).parameters)[1:] for name in USED}
    assert found == USED
    assert ASGIHandler.chunk_size > 0


async def test_visitors_in_a_crowd_wait_for_their_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those before them are answered, only slowly: on a busy machine some of 80 people in five seconds got a 503."""
    monkeypatch.setattr(handler, "LONGEST_WAIT", -1.0)
    assert await answers_behind_others(monkeypatch) == [HTTPStatus.OK] * 4


async def test_visitors_behind_requests_that_an_outage_holds_are_answered_503(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handler, "LONGEST_WAIT", -1.0)
    monkeypatch.setattr(handler, "HELD_AFTER", -1.0)
    assert await answers_behind_others(monkeypatch) == [HTTPStatus.SERVICE_UNAVAILABLE] * 4


async def test_visitor_who_must_have_gone_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handler, "LONGEST_QUEUE", -1.0)
    assert (await ask("/rules/", host="localhost")).status == HTTPStatus.SERVICE_UNAVAILABLE


async def answers_behind_others(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the statuses of the answers to four requests that come while all threads answer others."""
    may_go_on, busy = threading.Event(), handler.THREADS

    def answer(*_: object) -> HttpResponse:
        may_go_on.wait(60)
        return HttpResponse("at last")

    monkeypatch.setattr(ThreadedHandler, "_answer", answer)
    monkeypatch.setattr(handler, "THREADS", busy + 4)  # so that `are_late` counts all of them
    asked = [asyncio.create_task(ask("/rules/", host="localhost")) for _ in range(busy + 4)]
    while not handler.are_late(-1.0):
        await asyncio.sleep(0)
    may_go_on.set()
    statuses = [(await one).status for one in asked]
    assert statuses[:busy] == [HTTPStatus.OK] * busy
    return statuses[busy:]
