"""PostgreSQL that takes no writes for a while: forms are answered with a sentence, and nothing has changed."""

from collections.abc import Iterator

import pytest
from django.db import InternalError, OperationalError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Game
from tests.clients import HTMX
from tests.tables import open_table, play_on, sensible, snapshot_for, to_play

BUSY = "The site is very busy"

IS_POSTGRESQL = connection.vendor == "postgresql"
"""SQLite has no such setting: the tests of forms are there where the tests run on PostgreSQL (`make matrix`)."""


@pytest.fixture
def code(ana: User, client: Client) -> str:
    """Return the code of a table at which it is Ana's turn to play, who has signed in."""
    client.force_login(ana)
    client.raise_request_exception = False
    code = open_table(ana)
    play_on(code, to_play)
    client.get(reverse("games:table", args=[code]))
    return code


@pytest.fixture
def read_only() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
        yield
        cursor.execute("SET default_transaction_read_only = off")


if IS_POSTGRESQL:

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.usefixtures("code", "read_only")
    @pytest.mark.parametrize(("headers", "status"), [({}, 503), (HTMX, 409)])
    def test_move_is_answered_with_a_sentence(
        headers: dict[str, str], status: int, code: str, client: Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        before = snapshot_for(code)
        move = {"version": before.version, "card": str(sensible(code).card)}  # type: ignore[union-attr]  # it is a play
        answer = client.post(reverse("games:play", args=[code]), move, headers=headers)
        assert (answer.status_code, answer.get("Retry-After")) == (status, "5" if status == 503 else None)
        assert BUSY in answer.text
        assert not any(line.exc_info for line in caplog.records), "no traceback"
        assert snapshot_for(code) == before

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.usefixtures("code", "read_only")
    @pytest.mark.parametrize("address", ["games:play_now", "account_logout"])
    def test_other_form_is_answered_with_a_sentence(address: str, client: Client) -> None:
        games = Game.objects.count()
        answer = client.post(reverse(address), {"username": "Dora"})
        assert answer.status_code == 503
        assert BUSY in answer.text
        assert Game.objects.count() == games


@pytest.mark.postgres
@pytest.mark.usefixtures("beside")
def test_only_a_database_that_takes_no_writes_is_an_outage() -> None:
    with connection.cursor() as cursor, transaction.atomic():
        cursor.execute("SET TRANSACTION READ ONLY")
        with pytest.raises(OperationalError, match="cannot execute DELETE"):
            cursor.execute("DELETE FROM games_game")
        with pytest.raises(InternalError, match="transaction is aborted"):
            cursor.execute("SELECT 1")
        transaction.set_rollback(True)
