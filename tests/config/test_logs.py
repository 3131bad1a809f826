"""Ids of requests and sockets, and lines of the log in JSON."""

import json
import logging
import re
from collections.abc import Callable
from io import StringIO
from unittest.mock import Mock

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.test import Client

from config.logs import AddRequestId, JsonLines, request_id
from config.request_ids import RequestIds
from tests.config.requests import ask

NEW = re.compile("[0-9a-f]{32}")


def line(message: str, *arguments: object, exc_info: bool = False) -> str:
    """Return what is logged now in JSON."""
    record = logging.makeLogRecord({"name": "games", "levelname": "ERROR", "msg": message, "args": arguments})
    if exc_info:
        try:
            raise ValueError("on two\nlines")
        except ValueError as error:
            record.exc_info = (type(error), error, error.__traceback__)
    return JsonLines().format(record)


async def test_id_of_a_proxy_is_taken_if_well_formed() -> None:
    assert (await ask("/healthz", x_request_id="from-proxy_01")).headers["x-request-id"] == "from-proxy_01"


@pytest.mark.parametrize("given", ["", "short", "a" * 65, "two words", "id\nERROR forged", "<script>", "é" * 10])
async def test_request_without_a_well_formed_id_gets_a_new_one(given: str) -> None:
    answers = [await ask("/healthz", x_request_id=given) for _ in range(2)]
    ids = [answer.headers["x-request-id"] for answer in answers]
    assert all(NEW.fullmatch(made) for made in ids)
    assert len(set(ids)) == 2


@pytest.mark.django_db(transaction=True)
async def test_answer_of_the_site_has_one_id() -> None:
    assert (await ask("/people/", host="localhost", x_request_id="12345678")).headers["x-request-id"] == "12345678"


async def test_what_a_request_logs_has_its_id() -> None:
    seen = []

    async def site(_scope: object, _receive: object, _send: object) -> None:
        seen.append(request_id.get())
        seen.append(await sync_to_async(request_id.get)())

    for kind in ("http", "websocket"):
        await RequestIds(site)({"type": kind, "headers": [(b"x-request-id", b"12345678")]}, None, None)
    assert seen == ["12345678"] * 4


def test_line_is_one_json_object_with_id_and_traceback() -> None:
    request_id.set("12345678")
    text = line("game %s\nforged", "X", exc_info=True)
    assert "\n" not in text
    read = json.loads(text)
    assert read["message"] == "game X\nforged"
    assert (read["level"], read["logger"], read["request"]) == ("ERROR", "games", "12345678")
    assert "ValueError: on two\nlines" in read["traceback"]
    record = logging.makeLogRecord({})
    assert AddRequestId().filter(record)
    assert record.__dict__["request_id"] == "12345678"


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/accounts/password/reset/key/1-", "/accounts/confirm-email/", "/mails/"])
def test_key_in_an_address_is_not_logged(client: Client, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    [stderr] = [handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler]
    monkeypatch.setattr(stderr, "stream", logged := StringIO())
    client.raise_request_exception = False
    for error in (OperationalError("database is locked"), ValueError()):
        monkeypatch.setattr("django.core.handlers.base.BaseHandler.resolve_request", Mock(side_effect=error))
        assert client.get(f"{page}c5xyz-0123456789abcdef/").status_code in (500, 503)
    assert f"{page.removesuffix('1-')}..." in logged.getvalue()
    assert "c5xyz" not in logged.getvalue()


@pytest.mark.django_db
def test_address_cannot_forge_a_line(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    [stderr] = [handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler]
    monkeypatch.setattr(stderr, "stream", logged := StringIO())
    busy = Mock(side_effect=OperationalError("database is locked"))
    monkeypatch.setattr("django.core.handlers.base.BaseHandler.resolve_request", busy)
    client.raise_request_exception = False
    assert client.get("/x%0A2026-01-01 ERROR forged").status_code == 503
    assert all("/x\\n2026-01-01 ERROR forged" in line for line in logged.getvalue().splitlines())


def refused_as_busy(client: Client, monkeypatch: pytest.MonkeyPatch) -> int:
    """Ask for a page while the database is out of reach; return the status."""
    busy = Mock(side_effect=OperationalError("database is locked"))
    monkeypatch.setattr("django.core.handlers.base.BaseHandler.resolve_request", busy)
    client.raise_request_exception = False
    return client.get("/rules/").status_code


def refused_as_unknown_format(client: Client, _monkeypatch: pytest.MonkeyPatch) -> int:
    return client.get("/oembed/?format=xml").status_code


@pytest.mark.django_db
@pytest.mark.parametrize(("refused", "status"), [(refused_as_busy, 503), (refused_as_unknown_format, 501)])
def test_refusal_by_the_site_itself_is_no_error(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    refused: Callable[[Client, pytest.MonkeyPatch], int],
    status: int,
) -> None:
    """Errors are counted and reported: whoever asks for what there is not would wake the operator."""
    assert refused(client, monkeypatch) == status
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
