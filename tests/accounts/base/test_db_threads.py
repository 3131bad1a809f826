"""The thread that serves sockets keeps its database connection, until something fails on it."""

import pytest
from django.db import DatabaseError, connection, connections
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
