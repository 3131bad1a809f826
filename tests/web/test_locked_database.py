"""A database that another process keeps locked: a sentence, the right status, no traceback, nothing changed."""

import logging

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.play import queue
from tests.clients import HTMX
from tests.tables import open_table, play_on, sensible, snapshot_for, to_play

BUSY = "The site is very busy"

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(ana: User, client: Client) -> str:
    """Return the code of a table at which it is Ana's turn to play, who has signed in."""
    client.force_login(ana)
    code = open_table(ana)
    play_on(code, to_play)
    return code


@pytest.fixture
def locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every write fail, as it does once a lock was waited for in vain."""

    def fail(*_turn: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(queue, "_take_loaded", fail)


@pytest.mark.usefixtures("code", "locked")
@pytest.mark.parametrize(("headers", "status"), [({}, 503), (HTMX, 409)])
def test_move_at_a_locked_database_is_answered_with_a_sentence(
    headers: dict[str, str], status: int, code: str, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    before = snapshot_for(code)
    move = {"version": before.version, "card": str(sensible(code).card)}  # type: ignore[union-attr]  # it is a play
    with caplog.at_level(logging.WARNING):
        answer = client.post(reverse("games:play", args=[code]), move, headers=headers)
    assert answer.status_code == status
    assert BUSY in answer.text
    assert answer.get("Retry-After") == ("5" if status == 503 else None)
    assert "was not served: database is locked" in caplog.text
    assert not any(line.exc_info for line in caplog.records), "no traceback"
    assert snapshot_for(code) == before
