"""A database that fails before or after a page, as in the session: the same sentence and status as in the page."""

import datetime
from http import HTTPStatus
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.handlers.base import BaseHandler
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from psycopg.errors import DeadlockDetected, LockNotAvailable

from accounts.models import User
from accounts.people import online
from accounts.sessions.store import SessionStore
from tests.config.requests import ask

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(ana: User, client: Client) -> Client:
    """Return the browser of a player whose visit of today has yet to be recorded."""
    client.force_login(ana)
    client.raise_request_exception = False
    User.objects.update(last_seen=datetime.date(2020, 1, 1))
    return client


@pytest.mark.parametrize("step", [(SessionStore, "load"), (online, "record_visit"), (SessionStore, "save")])
def test_outage_is_answered_with_a_sentence(
    step: tuple[object, str], visitor: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(*step, Mock(side_effect=OperationalError("deadlock detected")))
    answer = visitor.get(reverse("games:home"))
    assert (answer.status_code, answer.get("Retry-After")) == (503, "5")
    assert "The site is very busy" in answer.text
    assert "was not served: deadlock detected" in caplog.text
    assert not any(line.exc_info for line in caplog.records), "no traceback"


def test_mistake_is_answered_as_one(
    visitor: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(online, "record_visit", Mock(side_effect=KeyError("visit")))
    answer = visitor.get(reverse("games:home"))
    assert (answer.status_code, "Our mistake" in answer.text) == (500, True)
    assert any(line.exc_info for line in caplog.records), "a traceback"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("method", "reason", "statuses"),
    [
        ("GET", DeadlockDetected, (HTTPStatus.OK,)),
        ("HEAD", DeadlockDetected, (HTTPStatus.OK,)),
        ("GET", LockNotAvailable, (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.OK)),
        ("POST", DeadlockDetected, (HTTPStatus.SERVICE_UNAVAILABLE,)),
    ],
)
async def test_page_that_was_in_a_deadlock_is_asked_for_again(
    method: str, reason: type[Exception], statuses: tuple[HTTPStatus, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A migration locks one table after the other, as a statement of a page does; PostgreSQL breaks one of them off."""
    resolve, failures = BaseHandler.resolve_request, [reason("broken off")]

    def resolve_once_broken_off(handler: BaseHandler, request: Any) -> Any:
        while failures:
            raise OperationalError("broken off") from failures.pop()
        return resolve(handler, request)

    monkeypatch.setattr(BaseHandler, "resolve_request", resolve_once_broken_off)
    assert [(await ask("/rules/", method)).status for _ in statuses] == list(statuses)
