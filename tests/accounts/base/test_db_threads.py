"""The thread that serves sockets keeps its database connection, until something fails on it."""

import asyncio
import threading

import pytest
from django.db import DatabaseError, OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.base import db_threads
from games.models import Game


@pytest.mark.django_db(transaction=True)
async def test_connection_is_kept_until_an_error_occurs_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[BaseDatabaseWrapper] = []
    monkeypatch.setattr(type(connections["default"]), "close", lambda self: closed.append(self))
    count = db_threads.in_thread(Game.objects.count)
    assert [await count(), await count()] == [0, 0]
    with pytest.raises(DatabaseError):
        await db_threads.in_thread(ask_nonsense)()
    assert not closed
    await count()
    assert len(closed) == 1


def ask_nonsense() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nonsense")


async def test_task_goes_on_after_failures_and_takes_an_outage_for_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    outage = OperationalError("out of reach")
    failures: list[Exception] = [ValueError("nonsense"), outage, outage]  # PostgreSQL is asked twice at once
    has_served = threading.Event()

    def serve() -> None:
        if failures:
            raise failures.pop(0)
        has_served.set()

    task = asyncio.create_task(db_threads.serve_every(0, serve, "mail"))
    assert await asyncio.to_thread(has_served.wait, 60)
    async with asyncio.timeout(60):
        while len(caplog.records) < 3:
            await asyncio.sleep(0)
    task.cancel()
    logged = [(record.levelname, record.getMessage(), record.exc_info is None) for record in caplog.records]
    assert logged == [
        ("ERROR", "mail failed, and is tried again: nonsense", False),
        ("WARNING", "mail failed, and is tried again: out of reach", True),
        ("WARNING", "mail failed, and is tried again: that is over", True),
    ]
